#include "CImages.h"

#include <png.h>
#include <stdio.h>
#include <string.h>

/// Begins to read: libpng's simplified interface, which returns errors.
static bool begin(const void *bytes, size_t count, png_image *image, cimages_problem *problem) {
    memset(image, 0, sizeof *image);
    image->version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(image, bytes, count)) {
        // Every component has 8 bits; samples of 16 bits without a gamma are sRGB like the others.
        image->flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
        image->format &= PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_COLOR;
        return true;
    }
    snprintf(problem->text, sizeof problem->text, "%s", image->message);
    return false;
}

bool cimages_png_header(const void *bytes, size_t count, cimages_header *header, cimages_problem *problem) {
    png_image image;
    if (!begin(bytes, count, &image, problem)) return false;
    *header = (cimages_header){
        .width = image.width, .height = image.height, .components = (int)PNG_IMAGE_PIXEL_CHANNELS(image.format), .orientation = 1};
    png_image_free(&image);
    return true;
}

bool cimages_png_decode(const void *bytes, size_t count, void *samples, size_t capacity, cimages_problem *problem) {
    png_image image;
    if (!begin(bytes, count, &image, problem)) return false;
    size_t row = (size_t)image.width * PNG_IMAGE_PIXEL_CHANNELS(image.format);
    if (image.height == 0 || capacity / image.height < row) {
        png_image_free(&image);
        snprintf(problem->text, sizeof problem->text, "the image is too large");
        return false;
    }
    if (png_image_finish_read(&image, NULL, samples, (png_int_32)row, NULL)) return true;
    snprintf(problem->text, sizeof problem->text, "%s", image.message);
    png_image_free(&image);
    return false;
}
