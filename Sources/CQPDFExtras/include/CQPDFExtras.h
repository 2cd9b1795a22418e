// What libqpdf knows and its C interface does not tell, asked of a second reading of the same memory.
//
// Each function reads the file, answers, and keeps nothing. None throws. `repairs`: a damaged file is repaired in memory.
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
int cqpdf_open_encrypted(const void *bytes, size_t count, const char *password, int repairs, cqpdf_access *access);

/// An object in PDF's notation with every entry of its dictionaries, also those that refer to what cannot be read; the C
/// interface leaves these out. A stream is its dictionary and the word `stream`. NULL on failure; otherwise to be freed
/// with cqpdf_free, `length` bytes long.
char *cqpdf_whole_object(
    const void *bytes, size_t count, const char *password, int repairs, int number, int generation, size_t *length);

void cqpdf_free(char *text);

#ifdef __cplusplus
}
#endif
