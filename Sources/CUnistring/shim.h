#pragma once
#include <stdlib.h>
#include <unilbrk.h>
#include <uninorm.h>

/// u8_normalize with Unicode's normalization form KC, whose name is a macro; the result is to be freed with
/// cunistring_free.
static inline uint8_t *cunistring_nfkc(const uint8_t *text, size_t count, size_t *result_count)
{
    return u8_normalize(UNINORM_NFKC, text, count, NULL, result_count);
}

/// u32_possible_linebreaks, whose name is a macro (Unicode Standard Annex #14): for each code point, whether a line may be
/// broken before it (UC_BREAK_POSSIBLE).
static inline void cunistring_line_breaks(const uint32_t *text, size_t count, char *breaks)
{
    u32_possible_linebreaks(text, count, "UTF-8", breaks);
}

static inline void cunistring_free(uint8_t *text) { free(text); }
