// PNG by libpng and JPEG by libjpeg, for PDFModel. Nothing here prints, exits or jumps into Swift.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a failed call says; its text ends with a zero.
typedef struct {
    char text[256];
} cimages_problem;

/// What the header of an image says.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// The samples of a pixel: 1 gray, 2 gray and alpha, 3 RGB, 4 RGB and alpha; in a JPEG, 4 CMYK.
    int components;
    /// Only for JPEG: whether the samples of CMYK are inverted, as Adobe's programs write them.
    bool is_inverted;
    /// Only for JPEG: whether three components are RGB and not YCbCr.
    bool is_rgb;
    /// Only for JPEG: how Exif says that the image is to be turned, from 1 (as it is) to 8.
    int orientation;
} cimages_header;

/// Reads the header of a PNG file; returns false where it cannot be read.
bool cimages_png_header(const void *bytes, size_t count, cimages_header *header, cimages_problem *problem);

/// Decodes a PNG file to 8-bit sRGB samples, rows from the top, as many bytes for a pixel as the header has components.
bool cimages_png_decode(const void *bytes, size_t count, void *samples, size_t capacity, cimages_problem *problem);

/// Reads the header of a JPEG file; returns false where it cannot be read, or where PDF readers cannot.
bool cimages_jpeg_header(const void *bytes, size_t count, cimages_header *header, cimages_problem *problem);

/// Decodes a JPEG file to see whether it is whole.
bool cimages_jpeg_check(const void *bytes, size_t count, cimages_problem *problem);
