// The ten functions of GnuTLS that libqpdf calls, for the program that carries all its libraries (Makefile).
//
// Debian's libqpdf has no cryptography but that of GnuTLS, which exists as a shared library alone. GnuTLS itself leaves
// digests and ciphers to nettle, and so does this. The declarations are those of <gnutls/crypto.h>, with handles as
// pointers and enumerations as numbers. Elsewhere this file is empty, and GnuTLS itself is called.
#ifdef PDFCO_STATIC

#include <nettle/arcfour.h>
#include <nettle/cbc.h>
#include <nettle/nettle-meta.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/// GNUTLS_E_INVALID_REQUEST and GNUTLS_E_RANDOM_FAILED, the errors that can occur here.
enum { INVALID_REQUEST = -50, RANDOM_FAILED = -206 };

const char *gnutls_strerror(int error)
{
    return error == RANDOM_FAILED ? "Failed to acquire random data." : "The request is invalid.";
}

/// Zeros; without memory the process ends.
static void *allocated(size_t count)
{
    void *memory = calloc(1, count);
    if (memory == NULL) abort();
    return memory;
}

// MARK: Random numbers

int gnutls_rnd(int level, void *bytes, size_t count)
{
    (void)level;
    // getentropy(3) gives at most 256 bytes at once.
    for (size_t done = 0; done < count; done += 256) {
        size_t rest = count - done;
        if (getentropy((unsigned char *)bytes + done, rest < 256 ? rest : 256) != 0) return RANDOM_FAILED;
    }
    return 0;
}

// MARK: Digests

struct digest {
    const struct nettle_hash *algorithm;
    unsigned char context[];
};

/// gnutls_digest_algorithm_t.
static const struct nettle_hash *digest_algorithm(int number)
{
    switch (number) {
    case 2: return &nettle_md5;
    case 6: return &nettle_sha256;
    case 7: return &nettle_sha384;
    case 8: return &nettle_sha512;
    default: return NULL;
    }
}

int gnutls_hash_init(struct digest **handle, int number)
{
    const struct nettle_hash *algorithm = digest_algorithm(number);
    if (algorithm == NULL) return INVALID_REQUEST;
    *handle = allocated(sizeof **handle + algorithm->context_size);
    (*handle)->algorithm = algorithm;
    algorithm->init((*handle)->context);
    return 0;
}

int gnutls_hash(struct digest *handle, const void *text, size_t count)
{
    handle->algorithm->update(handle->context, count, text);
    return 0;
}

void gnutls_hash_deinit(struct digest *handle, void *digest)
{
    if (digest != NULL) handle->algorithm->digest(handle->context, handle->algorithm->digest_size, digest);
    free(handle);
}

// MARK: Ciphers

/// gnutls_datum_t.
struct datum {
    unsigned char *data;
    unsigned int size;
};

struct cipher {
    /// NULL for RC4.
    const struct nettle_cipher *aes;
    struct arcfour_ctx rc4;
    unsigned char vector[AES_BLOCK_SIZE];
    union aes_context {
        struct aes128_ctx aes128;
        struct aes192_ctx aes192;
        struct aes256_ctx aes256;
    } encryption, decryption;
};

/// gnutls_cipher_algorithm_t; RC4 has this number whatever the length of its key.
enum { ARCFOUR = 2 };

static const struct nettle_cipher *aes_algorithm(int number)
{
    switch (number) {
    case 4: return &nettle_aes128;
    case 5: return &nettle_aes256;
    case 9: return &nettle_aes192;
    default: return NULL;
    }
}

size_t gnutls_cipher_get_key_size(int number)
{
    const struct nettle_cipher *aes = aes_algorithm(number);
    return aes != NULL ? aes->key_size : number == ARCFOUR ? 16 : 0;
}

int gnutls_cipher_init(struct cipher **handle, int number, const struct datum *key, const struct datum *vector)
{
    const struct nettle_cipher *aes = aes_algorithm(number);
    if (aes != NULL ? key->size != aes->key_size : number != ARCFOUR || key->size < ARCFOUR_MIN_KEY_SIZE ||
                                                       key->size > ARCFOUR_MAX_KEY_SIZE)
        return INVALID_REQUEST;
    if (vector != NULL && vector->size > AES_BLOCK_SIZE) return INVALID_REQUEST;
    struct cipher *cipher = *handle = allocated(sizeof *cipher);
    cipher->aes = aes;
    if (aes == NULL) {
        arcfour_set_key(&cipher->rc4, key->size, key->data);
        return 0;
    }
    aes->set_encrypt_key(&cipher->encryption, key->data);
    aes->set_decrypt_key(&cipher->decryption, key->data);
    if (vector != NULL) memcpy(cipher->vector, vector->data, vector->size);
    return 0;
}

int gnutls_cipher_encrypt2(struct cipher *cipher, const void *from, size_t count, void *to, size_t capacity)
{
    if (capacity < count || (cipher->aes != NULL && count % AES_BLOCK_SIZE != 0)) return INVALID_REQUEST;
    if (cipher->aes == NULL) {
        arcfour_crypt(&cipher->rc4, count, to, from);
    } else {
        cbc_encrypt(&cipher->encryption, cipher->aes->encrypt, AES_BLOCK_SIZE, cipher->vector, count, to, from);
    }
    return 0;
}

int gnutls_cipher_decrypt2(struct cipher *cipher, const void *from, size_t count, void *to, size_t capacity)
{
    if (cipher->aes == NULL) return gnutls_cipher_encrypt2(cipher, from, count, to, capacity);
    if (capacity < count || count % AES_BLOCK_SIZE != 0) return INVALID_REQUEST;
    cbc_decrypt(&cipher->decryption, cipher->aes->decrypt, AES_BLOCK_SIZE, cipher->vector, count, to, from);
    return 0;
}

void gnutls_cipher_deinit(struct cipher *cipher) { free(cipher); }

#endif
