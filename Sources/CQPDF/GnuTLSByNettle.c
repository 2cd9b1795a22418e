// The functions of GnuTLS that libqpdf calls, for the statically linked program (Makefile).
//
// Debian's libqpdf has no crypto provider other than GnuTLS, which is available only as a shared library. GnuTLS itself
// leaves digests and ciphers to nettle, and so does this file. GnuTLS's own headers declare the functions, so that the
// compiler checks them. In a dynamically linked program this file is empty, and GnuTLS itself is called.
#ifdef PDFCO_STATIC

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <nettle/arcfour.h>
#include <nettle/cbc.h>
#include <nettle/nettle-meta.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/// The handle that GnuTLS declares for digests.
struct hash_hd_st {
    const struct nettle_hash *algorithm;
    unsigned char context[];
};

const char *gnutls_strerror(int error)
{
    return error == GNUTLS_E_RANDOM_FAILED ? "Failed to acquire random data." : "The request is invalid.";
}

/// Returns zeroed memory; aborts when there is none.
static void *allocated(size_t count)
{
    void *memory = calloc(1, count);
    if (memory == NULL) abort();
    return memory;
}

// MARK: Random numbers

int gnutls_rnd(gnutls_rnd_level_t level, void *bytes, size_t count)
{
    (void)level;
    // getentropy(3) returns at most 256 bytes at once.
    for (size_t done = 0; done < count; done += 256) {
        size_t rest = count - done;
        if (getentropy((unsigned char *)bytes + done, rest < 256 ? rest : 256) != 0) return GNUTLS_E_RANDOM_FAILED;
    }
    return 0;
}

// MARK: Digests

static const struct nettle_hash *digest_algorithm(gnutls_digest_algorithm_t algorithm)
{
    switch (algorithm) {
    case GNUTLS_DIG_MD5: return &nettle_md5;
    case GNUTLS_DIG_SHA256: return &nettle_sha256;
    case GNUTLS_DIG_SHA384: return &nettle_sha384;
    case GNUTLS_DIG_SHA512: return &nettle_sha512;
    default: return NULL;
    }
}

int gnutls_hash_init(gnutls_hash_hd_t *handle, gnutls_digest_algorithm_t number)
{
    const struct nettle_hash *algorithm = digest_algorithm(number);
    if (algorithm == NULL) return GNUTLS_E_INVALID_REQUEST;
    *handle = allocated(sizeof **handle + algorithm->context_size);
    (*handle)->algorithm = algorithm;
    algorithm->init((*handle)->context);
    return 0;
}

int gnutls_hash(gnutls_hash_hd_t handle, const void *text, size_t count)
{
    handle->algorithm->update(handle->context, count, text);
    return 0;
}

void gnutls_hash_deinit(gnutls_hash_hd_t handle, void *digest)
{
    if (digest != NULL) handle->algorithm->digest(handle->context, handle->algorithm->digest_size, digest);
    free(handle);
}

// MARK: Ciphers

/// The handle that GnuTLS declares for ciphers.
struct api_cipher_hd_st {
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

static const struct nettle_cipher *aes_algorithm(gnutls_cipher_algorithm_t algorithm)
{
    switch (algorithm) {
    case GNUTLS_CIPHER_AES_128_CBC: return &nettle_aes128;
    case GNUTLS_CIPHER_AES_192_CBC: return &nettle_aes192;
    case GNUTLS_CIPHER_AES_256_CBC: return &nettle_aes256;
    default: return NULL;
    }
}

size_t gnutls_cipher_get_key_size(gnutls_cipher_algorithm_t number)
{
    const struct nettle_cipher *aes = aes_algorithm(number);
    return aes != NULL ? aes->key_size : number == GNUTLS_CIPHER_ARCFOUR_128 ? 16 : 0;
}

int gnutls_cipher_init(
    gnutls_cipher_hd_t *handle, gnutls_cipher_algorithm_t number, const gnutls_datum_t *key, const gnutls_datum_t *vector)
{
    const struct nettle_cipher *aes = aes_algorithm(number);
    if (aes != NULL ? key->size != aes->key_size : number != GNUTLS_CIPHER_ARCFOUR_128 || key->size < ARCFOUR_MIN_KEY_SIZE ||
                                                       key->size > ARCFOUR_MAX_KEY_SIZE)
        return GNUTLS_E_INVALID_REQUEST;
    if (vector != NULL && vector->size > AES_BLOCK_SIZE) return GNUTLS_E_INVALID_REQUEST;
    gnutls_cipher_hd_t cipher = *handle = allocated(sizeof *cipher);
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

int gnutls_cipher_encrypt2(gnutls_cipher_hd_t cipher, const void *from, size_t count, void *to, size_t capacity)
{
    if (capacity < count || (cipher->aes != NULL && count % AES_BLOCK_SIZE != 0)) return GNUTLS_E_INVALID_REQUEST;
    if (cipher->aes == NULL) {
        arcfour_crypt(&cipher->rc4, count, to, from);
    } else {
        cbc_encrypt(&cipher->encryption, cipher->aes->encrypt, AES_BLOCK_SIZE, cipher->vector, count, to, from);
    }
    return 0;
}

int gnutls_cipher_decrypt2(gnutls_cipher_hd_t cipher, const void *from, size_t count, void *to, size_t capacity)
{
    if (cipher->aes == NULL) return gnutls_cipher_encrypt2(cipher, from, count, to, capacity);
    if (capacity < count || count % AES_BLOCK_SIZE != 0) return GNUTLS_E_INVALID_REQUEST;
    cbc_decrypt(&cipher->decryption, cipher->aes->decrypt, AES_BLOCK_SIZE, cipher->vector, count, to, from);
    return 0;
}

void gnutls_cipher_deinit(gnutls_cipher_hd_t cipher) { free(cipher); }

#endif
