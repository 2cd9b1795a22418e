#pragma once
#include <stdlib.h>
#include <uninorm.h>

/// u8_normalize with Unicode's normalization form KC, whose name is a macro; the result is to be freed with
/// cunistring_free.
static inline uint8_t *cunistring_nfkc(const uint8_t *text, size_t count, size_t *result_count)
{
    return u8_normalize(UNINORM_NFKC, text, count, NULL, result_count);
}

static inline void cunistring_free(uint8_t *text) { free(text); }
