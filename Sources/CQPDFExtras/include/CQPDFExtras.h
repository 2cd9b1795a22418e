// What libqpdf knows and its C interface does not tell, asked of a second reading of the same memory, and what it leaves
// to others.
//
// Each function answers and keeps nothing. None throws.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The longest file encryption key, in bytes (ISO 32000-2, 7.6.3).
#define CQPDF_KEY_CAPACITY 32

typedef struct {
    /// The file encryption key.
    unsigned char key[CQPDF_KEY_CAPACITY];
    /// Bytes of it that count.
    size_t key_length;
    /// Whether the password was the owner's.
    int is_owner;
} cqpdf_access;

/// Opens an encrypted file with a password (NULL for none) and tells what that gives; 0 where it does not open.
int cqpdf_open_encrypted(const void *bytes, size_t count, const char *password, cqpdf_access *access);

/// An object in PDF's notation with every entry of its dictionaries, also those that refer to what cannot be read; the C
/// interface leaves these out. NULL on failure; otherwise to be freed with cqpdf_free, `length` bytes long.
char *cqpdf_whole_object(
    const void *bytes, size_t count, const char *password, int number, int generation, size_t *length);

/// The text, UTF-8, in Unicode's normalization form KC, which passwords are prepared with; libqpdf takes them as given.
/// NULL where libunistring, which comes with GnuTLS, is not there; otherwise to be freed with cqpdf_free.
char *cqpdf_compatibility_composed(const char *text);

void cqpdf_free(char *text);

#ifdef __cplusplus
}
#endif
