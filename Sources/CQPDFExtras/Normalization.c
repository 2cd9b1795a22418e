#include "CQPDFExtras.h"

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

// u8_normalize of <uninorm.h>, with the normalization form as a pointer. It is looked up in GnuTLS and what GnuTLS needs,
// so that no version of libunistring is named and no start pays for loading either: few passwords need it.
typedef uint8_t *normalize(
    const void *form, const uint8_t *text, size_t count, uint8_t *result, size_t *result_count);

char *cqpdf_compatibility_composed(const char *text)
{
    void *library = dlopen("libgnutls.so.30", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) return NULL;
    normalize *u8_normalize;
    *(void **)&u8_normalize = dlsym(library, "u8_normalize");
    const void *form = dlsym(library, "uninorm_nfkc");
    if (u8_normalize == NULL || form == NULL) return NULL;
    size_t count = 0;
    // The NUL at the end is normalized with the rest and stays one.
    return (char *)u8_normalize(form, (const uint8_t *)text, strlen(text) + 1, NULL, &count);
}
