// Functions of libqpdf that its C interface does not offer, applied to a second reading of the same memory, and
// functions that libqpdf leaves to its callers. Nothing here throws.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A file that has been read a second time.
typedef struct cqpdf_file cqpdf_file;

/// Reads a file with a password (NULL for none) from memory that stays unchanged until cqpdf_close; returns NULL where
/// the file does not open. With `recover`, libqpdf may rebuild the cross-reference table of a damaged file.
cqpdf_file *cqpdf_open(const void *bytes, size_t count, const char *password, int recover);

void cqpdf_close(cqpdf_file *file);

/// The longest file encryption key, in bytes (ISO 32000-2, 7.6.3).
#define CQPDF_KEY_CAPACITY 32

typedef struct {
    /// The file encryption key.
    unsigned char key[CQPDF_KEY_CAPACITY];
    /// The number of bytes of `key` that are used.
    size_t key_length;
    /// Whether the password is the owner password.
    int is_owner;
} cqpdf_access;

/// Gets the access that the password gives to an encrypted file; returns 0 where it is not known.
int cqpdf_get_access(cqpdf_file *file, cqpdf_access *access);

/// An object in PDF notation with every entry of its dictionaries, including those that refer to unreadable objects,
/// which the C interface omits. A stream is its dictionary and the word `stream`. Returns `length` bytes, to be freed
/// with cqpdf_free, or NULL on failure.
char *cqpdf_whole_object(cqpdf_file *file, int number, int generation, size_t *length);

/// How a document is rewritten.
typedef struct {
    /// One of libqpdf's `qpdf_object_stream_e`.
    int object_streams;
    int linearize;
    /// Called with percentages; NULL for no reports.
    void (*progress)(int percentage, void *context);
    void *context;
} cqpdf_rewriting;

/// Returns the rewritten document, `length` bytes to be freed with cqpdf_free; NULL on failure, with the reason in
/// `failure`, which has room for `capacity` bytes. The call changes the objects that the file holds in memory.
///
/// Before libqpdf writes, the function corrects what it would write wrongly: number signs in names, and the length of
/// the encryption key.
void *cqpdf_write(
    cqpdf_file *file, const cqpdf_rewriting *options, size_t *length, char *failure, size_t capacity);

/// Compares everything reachable from the trailers of two files, whose object numbers may differ: values, names,
/// decrypted strings, decoded streams, encryption and the attributes that pages inherit. Returns 1 where they are the
/// same; 0 where they are not, or where that cannot be determined, with the first difference in `difference`, which has
/// room for `capacity` bytes.
int cqpdf_is_same(cqpdf_file *before, cqpdf_file *after, char *difference, size_t capacity);

/// Frees memory that a function here or in libqpdf's C interface leaves to its caller to free.
void cqpdf_free(void *memory);

/// One object of the cross-reference table, after it has been read.
typedef struct {
    int number;
    int generation;
    /// Its offset, in bytes from the header; for an object in an object stream, the number of that stream.
    long long place;
    /// Its index in the object stream; -1 for an object outside object streams.
    int index;
    /// Whether it cannot be read, or is null.
    int is_null;
    /// The first complaint of libqpdf while it read the object, NULL where there was none; valid while the file is
    /// open.
    const char *complaint;
    /// The offset of the complaint, in bytes from the header; 0 where none is known.
    long long complaint_place;
} cqpdf_entry;

/// Finds the entry of the cross-reference table for that number without reading any object; returns 0 where there is
/// none.
int cqpdf_find(cqpdf_file *file, int number, cqpdf_entry *entry);

/// The cross-reference table, sorted by number and generation, after every object has been read; rebuilt where a file
/// opened for recovery has objects at other offsets. Valid while the file is open; NULL on failure.
///
/// `highest_number` is set to the highest number up to `limit` that anything in the file defines or refers to.
const cqpdf_entry *cqpdf_table(cqpdf_file *file, size_t *count, int limit, int *highest_number);

/// Whether a warning states what libqpdf does about a damaged file, and not what is wrong with it.
bool cqpdf_is_remark(const char *warning);

/// Returns the first occurrence of `byte` in `count` bytes, as memchr(3) does; NULL where there is none.
static inline const void *cqpdf_find_byte(const void *start, unsigned char byte, size_t count)
{
    return memchr(start, byte, count);
}

#ifdef __cplusplus
}
#endif
