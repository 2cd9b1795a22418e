#include "CImages.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

/// libjpeg's error handler, which returns by longjmp to the function that called libjpeg.
typedef struct {
    struct jpeg_error_mgr base;
    jmp_buf back;
    cimages_problem *problem;
} handler;

static void fail(j_common_ptr info) {
    handler *own = (handler *)info->err;
    char text[JMSG_LENGTH_MAX];
    own->base.format_message(info, text);
    snprintf(own->problem->text, sizeof own->problem->text, "%s", text);
    longjmp(own->back, 1);
}

static void warn(j_common_ptr info, int level) {
    // Data that is missing; other warnings are about what readers ignore.
    int code = info->err->msg_code;
    if (level < 0 && (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER || code == JWRN_HUFF_BAD_CODE)) fail(info);
}

/// An image of more scans takes long and looks no better.
static void limit(j_common_ptr info) {
    if (((j_decompress_ptr)info)->input_scan_number > 200) ERREXIT1(info, JERR_BAD_PROGRESSION, 200);
}

/// Creates a decompressor that has read the header.
static void begin(struct jpeg_decompress_struct *info, handler *own, const void *bytes, size_t count) {
    jpeg_create_decompress(info);
    jpeg_mem_src(info, bytes, count);
    jpeg_save_markers(info, JPEG_APP0 + 1, 0xFFFF);
    jpeg_read_header(info, TRUE);
}

static uint32_t number(const JOCTET *bytes, int length, bool is_little) {
    uint32_t value = 0;
    for (int i = 0; i < length; i++) value = value << 8 | bytes[is_little ? length - 1 - i : i];
    return value;
}

/// Returns the orientation that Exif states in its first directory (Exif 2.3, 4.6.4), 1 where it states none.
static int orientation(const struct jpeg_decompress_struct *info) {
    for (jpeg_saved_marker_ptr marker = info->marker_list; marker; marker = marker->next) {
        if (marker->data_length < 14 || memcmp(marker->data, "Exif\0", 6) != 0) continue;
        const JOCTET *start = marker->data + 6;
        size_t size = marker->data_length - 6;
        bool is_little = start[0] == 'I';
        uint32_t offset = number(start + 4, 4, is_little);
        if (offset > size - 2) return 1;
        uint32_t entries = number(start + offset, 2, is_little);
        for (uint32_t i = 0; i < entries; i++) {
            size_t place = (size_t)offset + 2 + (size_t)i * 12;
            if (place + 12 > size) return 1;
            if (number(start + place, 2, is_little) != 0x0112) continue;
            uint32_t value = number(start + place + 8, 2, is_little);
            return value >= 1 && value <= 8 ? (int)value : 1;
        }
    }
    return 1;
}

/// Reads the header, and does with the image what `use` does, which returns whether it succeeded.
static bool with_image(
    const void *bytes, size_t count, cimages_problem *problem,
    bool (*use)(struct jpeg_decompress_struct *info, cimages_problem *problem, void *result), void *result) {
    struct jpeg_decompress_struct info = {0};
    handler own = {.problem = problem};
    info.err = jpeg_std_error(&own.base);
    own.base.error_exit = fail;
    own.base.emit_message = warn;
    if (setjmp(own.back)) {
        jpeg_destroy_decompress(&info);
        return false;
    }
    begin(&info, &own, bytes, count);
    bool is_done = use(&info, problem, result);
    jpeg_destroy_decompress(&info);
    return is_done;
}

static bool describe(struct jpeg_decompress_struct *info, cimages_problem *problem, void *header) {
    *(cimages_header *)header = (cimages_header){
        .width = info->image_width, .height = info->image_height, .components = info->num_components,
        .is_inverted = info->num_components == 4 && info->saw_Adobe_marker,
        .is_rgb = info->jpeg_color_space == JCS_RGB, .orientation = orientation(info)};
    bool is_usual = !info->arith_code
        && (info->num_components == 1 || info->num_components == 3 || info->num_components == 4);
    if (!is_usual) snprintf(problem->text, sizeof problem->text, "PDF does not support its compression");
    return is_usual;
}

static bool decode(struct jpeg_decompress_struct *info, cimages_problem *problem, void *result) {
    (void)problem, (void)result;
    struct jpeg_progress_mgr progress = {.progress_monitor = limit};
    info->progress = &progress;
    info->out_color_space = info->jpeg_color_space;
    info->do_fancy_upsampling = FALSE;
    info->dct_method = JDCT_IFAST;
    jpeg_start_decompress(info);
    JSAMPARRAY row = info->mem->alloc_sarray(
        (j_common_ptr)info, JPOOL_IMAGE, info->output_width * (JDIMENSION)info->output_components, 1);
    while (info->output_scanline < info->output_height) jpeg_read_scanlines(info, row, 1);
    jpeg_finish_decompress(info);
    return true;
}

bool cimages_jpeg_header(const void *bytes, size_t count, cimages_header *header, cimages_problem *problem) {
    return with_image(bytes, count, problem, describe, header);
}

bool cimages_jpeg_check(const void *bytes, size_t count, cimages_problem *problem) {
    return with_image(bytes, count, problem, decode, NULL);
}
