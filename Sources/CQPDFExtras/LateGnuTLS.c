// The ten functions of GnuTLS that libqpdf calls, each looked up when it is first called.
//
// Only for the program that carries libqpdf (Makefile): loading GnuTLS and the eight libraries it needs takes a
// millisecond of each start, and most documents are not encrypted. Elsewhere this file is empty. The declarations are
// those of <gnutls/crypto.h>, with handles as pointers and enumerations as numbers, as the x86-64 and AArch64 calling
// conventions pass them.
#ifdef PDFCO_LATE_GNUTLS

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/// The function of that name. A program without its cryptography cannot go on, as if the loader had not found it.
static void *gnutls(const char *name)
{
    static void *library;
    if (library == NULL) library = dlopen("libgnutls.so.30", RTLD_NOW | RTLD_LOCAL);
    void *function = library == NULL ? NULL : dlsym(library, name);
    if (function == NULL) {
        fprintf(stderr, "pdfco: error: libgnutls.so.30 cannot be loaded: %s\n", dlerror());
        _Exit(70);
    }
    return function;
}

#define LATE(result, name, parameters, arguments)                         \
    result name parameters                                                \
    {                                                                     \
        static result(*function) parameters;                              \
        if (function == NULL) *(void **)&function = gnutls(#name);        \
        return function arguments;                                        \
    }

LATE(int, gnutls_hash_init, (void **hash, int algorithm), (hash, algorithm))
LATE(int, gnutls_hash, (void *hash, const void *text, size_t count), (hash, text, count))
LATE(void, gnutls_hash_deinit, (void *hash, void *digest), (hash, digest))
LATE(int, gnutls_rnd, (int level, void *bytes, size_t count), (level, bytes, count))
LATE(const char *, gnutls_strerror, (int error), (error))
LATE(size_t, gnutls_cipher_get_key_size, (int algorithm), (algorithm))
LATE(int, gnutls_cipher_init, (void **cipher, int algorithm, const void *key, const void *vector),
     (cipher, algorithm, key, vector))
LATE(void, gnutls_cipher_deinit, (void *cipher), (cipher))
LATE(int, gnutls_cipher_encrypt2, (void *cipher, const void *from, size_t count, void *to, size_t capacity),
     (cipher, from, count, to, capacity))
LATE(int, gnutls_cipher_decrypt2, (void *cipher, const void *from, size_t count, void *to, size_t capacity),
     (cipher, from, count, to, capacity))

#endif
