// What libqpdf knows and its C interface does not tell, asked of a second reading of the same memory, and what it leaves
// to others. Nothing here throws.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A file that was read a second time.
typedef struct cqpdf_file cqpdf_file;

/// Reads a file with a password (NULL for none) from memory that stays as it is until cqpdf_close; NULL where it does not
/// open. With `recover`, libqpdf may make the cross-reference table of a damaged file anew.
cqpdf_file *cqpdf_open(const void *bytes, size_t count, const char *password, int recover);

void cqpdf_close(cqpdf_file *file);

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

/// What the password gives of an encrypted file; 0 where that is not known.
int cqpdf_get_access(cqpdf_file *file, cqpdf_access *access);

/// An object in PDF's notation with every entry of its dictionaries, also those that refer to what cannot be read; the C
/// interface leaves these out. A stream is its dictionary and the word `stream`. NULL on failure; otherwise to be freed
/// with cqpdf_free, `length` bytes long.
char *cqpdf_whole_object(cqpdf_file *file, int number, int generation, size_t *length);

/// How a document is written anew.
typedef struct {
    /// One of libqpdf's `qpdf_object_stream_e`.
    int object_streams;
    int linearize;
    /// Called with percentages; NULL for nobody.
    void (*progress)(int percentage, void *context);
    void *context;
} cqpdf_rewriting;

/// The document written anew, `length` bytes to be freed with cqpdf_free; NULL on failure, with the reason in
/// `failure`, which has room for `capacity` bytes. What the file holds in memory is changed by it.
///
/// Before libqpdf writes, what it would write wrongly is put right: number signs in names, and the length of the
/// encryption key.
void *cqpdf_write(
    cqpdf_file *file, const cqpdf_rewriting *options, size_t *length, char *failure, size_t capacity);

/// Compares all that the trailers of two files lead to, objects being numbered otherwise: values, names, decrypted
/// strings, decoded streams, encryption and the attributes that pages inherit. 1 where they are the same; 0 where
/// not, or where that cannot be found out, with what differs first in `difference`, which has room for `capacity`
/// bytes.
int cqpdf_is_same(cqpdf_file *before, cqpdf_file *after, char *difference, size_t capacity);

/// Frees what a function here or libqpdf's C interface leaves to its caller to free.
void cqpdf_free(void *memory);

/// One object of the cross-reference table, after it was read.
typedef struct {
    int number;
    int generation;
    /// Where it stands, in bytes from the header; of an object in an object stream, the number of that stream.
    long long place;
    /// Its position in the object stream; -1 of an object that stands in the file itself.
    int index;
    /// Whether it cannot be read, or is null.
    int is_null;
    /// What libqpdf first complained of while it read the object, NULL where it did not; as long as the file is open.
    const char *complaint;
    /// The place of that, in bytes from the header; 0 where none is known.
    long long complaint_place;
} cqpdf_entry;

/// The entry of the cross-reference table for that number; 0 where there is none. No object is read for it.
int cqpdf_find(cqpdf_file *file, int number, cqpdf_entry *entry);

/// The cross-reference table, made anew where a file opened for recovery had objects in other places, sorted by number
/// and generation; every object is read for it. As long as the file is open; NULL on failure.
///
/// `highest_number` is the highest number up to `limit` that anything in the file defines or refers to.
const cqpdf_entry *cqpdf_table(cqpdf_file *file, size_t *count, int limit, int *highest_number);

/// Whether a warning says what libqpdf does about a damaged file, and not what is wrong with it.
bool cqpdf_is_remark(const char *warning);

/// The first place of `byte` in so many bytes, memchr(3); NULL where it is not there.
static inline const void *cqpdf_find_byte(const void *start, unsigned char byte, size_t count)
{
    return memchr(start, byte, count);
}

#ifdef __cplusplus
}
#endif
