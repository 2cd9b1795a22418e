// A C interface to the parts of libqpdf's C++ API that PDFModel uses. Nothing here throws.
#pragma once

#include <qpdf/Constants.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A document that libqpdf reads. One document must not be used from two threads at once.
typedef struct cqpdf_document cqpdf_document;

/// Reads a document with a password (NULL for none) from memory that stays unchanged until cqpdf_close. With `recover`,
/// libqpdf may rebuild the cross-reference table of a damaged file.
///
/// Returns a document that can only be closed where cqpdf_take_error then gives an error; NULL where there is no memory.
cqpdf_document *cqpdf_open(const void *bytes, size_t count, const char *password, bool recover);

void cqpdf_close(cqpdf_document *document);

// MARK: Errors and warnings

/// An error or a warning of libqpdf.
typedef struct {
    enum qpdf_error_code_e code;
    /// Valid until the next call with the same document.
    const char *detail;
    /// Bytes from the header; 0 where libqpdf gives no offset.
    long long offset;
    /// The object that libqpdf was reading; 0 where it names none.
    int number;
    int generation;
} cqpdf_diagnostic;

/// Takes the oldest warning; returns false where there is none.
bool cqpdf_take_warning(cqpdf_document *document, cqpdf_diagnostic *warning);

/// Takes the error with which the last call failed; returns false where it did not fail.
bool cqpdf_take_error(cqpdf_document *document, cqpdf_diagnostic *error);

/// Whether a warning states what libqpdf does about a damaged file, and not what is wrong with it.
bool cqpdf_is_remark(const char *warning);

// MARK: The document

typedef struct {
    /// The version in the header or the catalog, whichever is later; valid until the next call with the same document.
    const char *version;
    bool is_encrypted;
    /// Whether the trailer names an encryption dictionary that is not there, which libqpdf takes for none.
    bool lacks_encryption;
    /// Whether the permissions that the password grants allow adding annotations.
    bool may_annotate;
} cqpdf_properties;

/// Gets what applies to the whole document; returns false on failure.
bool cqpdf_get_properties(cqpdf_document *document, cqpdf_properties *properties);

/// The longest file encryption key, in bytes (ISO 32000-2, 7.6.3).
#define CQPDF_KEY_CAPACITY 32

typedef struct {
    /// The file encryption key.
    unsigned char key[CQPDF_KEY_CAPACITY];
    /// The number of bytes of `key` that are used.
    size_t key_length;
    /// Whether the password is the owner password.
    bool is_owner;
} cqpdf_access;

/// Gets the access that the password gives to an encrypted file; returns false where it is not known.
bool cqpdf_get_access(cqpdf_document *document, cqpdf_access *access);

// MARK: Objects

/// A value as a sequence of bytes, each part beginning with its kind. Numbers are in the machine's byte order, and a
/// text is its length, 32 bits, and its bytes.
///
///     0        null
///     t, f     boolean
///     i        integer, 64 bits
///     r        real number, a text
///     s        string, decrypted, a text
///     n        name, a text without the solidus
///     R        reference: number and generation, 32 bits each
///     [        array: the number of items, 32 bits, and the items
///     <        dictionary: the number of entries, 32 bits, and for each a text, its key, and its value
///     S        stream: its dictionary
typedef struct {
    /// Valid until the next call with the same document.
    const uint8_t *bytes;
    size_t count;
    /// The number of values in it.
    size_t values;
} cqpdf_value;

/// Which entries of dictionaries a value has.
enum cqpdf_entries {
    /// All but those whose value is null or leads to null, which includes objects that cannot be read.
    cqpdf_entries_there,
    /// All but those whose value is a direct null, which equals an absent entry (ISO 32000-2, 7.3.7).
    cqpdf_entries_all,
};

/// Reads an object. An object that the document does not have is null. Returns false on failure.
bool cqpdf_read_object(
    cqpdf_document *document, int number, int generation, enum cqpdf_entries entries, cqpdf_value *value);

/// Reads one entry of a dictionary object, `key` with its solidus, without reading the others. A reference stays a
/// reference. Returns false on failure, and where the object is not a dictionary.
bool cqpdf_read_entry(cqpdf_document *document, int number, int generation, const char *key, cqpdf_value *value);

/// Reads the trailer dictionary. Returns false on failure.
bool cqpdf_read_trailer(cqpdf_document *document, cqpdf_value *value);

/// Returns the data of a stream object, decoded or, if `encoded`, only decrypted: `count` bytes to be freed with
/// cqpdf_free; NULL on failure, and where there is no such stream or it cannot be decoded. Where it is more than `limit`
/// bytes, returns NULL, and sets `count` to a greater number.
void *cqpdf_stream_data(
    cqpdf_document *document, int number, int generation, bool encoded, size_t limit, size_t *count);

/// Returns data without its Flate compression, `inflated_count` bytes to be freed with cqpdf_free; NULL where it is
/// damaged or more than `limit` bytes.
void *cqpdf_inflate(const void *bytes, size_t count, size_t limit, size_t *inflated_count);

// MARK: The cross-reference table

/// One object of the cross-reference table.
typedef struct {
    int number;
    int generation;
    /// Its offset, in bytes from the header; for an object in an object stream, the number of that stream.
    long long place;
    /// Its index in the object stream; -1 for an object outside object streams.
    int index;
    /// Whether it cannot be read, or is null.
    bool is_null;
    /// The first complaint of libqpdf while it read the object, NULL where there was none; valid while the document is
    /// open.
    const char *complaint;
    /// The offset of the complaint, in bytes from the header; 0 where none is known.
    long long complaint_place;
} cqpdf_entry;

/// Finds the entry of the cross-reference table for that number without reading any object; returns false where there
/// is none.
bool cqpdf_find(cqpdf_document *document, int number, cqpdf_entry *entry);

/// The cross-reference table, sorted by number and generation, after every object has been read; rebuilt where a
/// document opened for recovery has objects at other offsets. Valid while the document is open; NULL on failure.
///
/// The document must be opened anew for this: complaints about objects that were read before are not repeated.
const cqpdf_entry *cqpdf_table(cqpdf_document *document, size_t *count);

// MARK: Rewriting

/// How a document is rewritten.
typedef struct {
    enum qpdf_object_stream_e object_streams;
    bool linearize;
    /// Whether the result is not encrypted.
    bool decrypt;
    /// The most bytes that the decoded data of a stream may have.
    size_t data_limit;
    /// Called with percentages; NULL for no reports.
    void (*progress)(int percentage, void *context);
    void *context;
} cqpdf_rewriting;

/// Returns the rewritten document, `length` bytes to be freed with cqpdf_free; NULL on failure, with the reason in
/// `failure`, which has room for `capacity` bytes. The call changes the objects that the document holds in memory.
///
/// Before libqpdf writes, the function corrects what it would write wrongly: number signs in names, and the length of
/// the encryption key. It fails where a linearized file would state more pages than the page tree does.
void *cqpdf_write(
    cqpdf_document *document, const cqpdf_rewriting *options, size_t *length, char *failure, size_t capacity);

/// Compares everything reachable from the trailers of two documents, whose object numbers may differ: values, names,
/// decrypted strings, decoded streams, encryption and the attributes that pages inherit. Returns true where they are the
/// same; false where they are not, or where that cannot be determined, with the first difference in `difference`, which
/// has room for `capacity` bytes.
bool cqpdf_is_same(cqpdf_document *before, cqpdf_document *after, char *difference, size_t capacity);

/// The numbers of the objects to which the document refers, as far as the last call of cqpdf_is_same has read it, and
/// which it does not have, or which are null. Valid until the next such call.
const int *cqpdf_missing(cqpdf_document *document, size_t *count);

// MARK: Compression

/// Returns `count` bytes compressed for /FlateDecode, `length` bytes to be freed with cqpdf_free; NULL on failure.
void *cqpdf_deflate(const void *bytes, size_t count, size_t *length);

// MARK: Memory

/// Frees memory that a function here leaves to its caller to free.
void cqpdf_free(void *memory);

/// Returns the first occurrence of `byte` in `count` bytes, as memchr(3) does; NULL where there is none.
static inline const void *cqpdf_find_byte(const void *start, unsigned char byte, size_t count)
{
    return memchr(start, byte, count);
}

/// Returns the first occurrence of the bytes of `word` in `count` bytes, as memmem(3) does; NULL where there is none.
const void *cqpdf_find_word(const void *start, size_t count, const void *word, size_t length);

#ifdef __cplusplus
}
#endif
