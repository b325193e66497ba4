#include "CSigning.h"
#include "LateCrypto.h"

#include <openssl/core_names.h>
#include <pthread.h>
#include <string.h>

enum { number_size = 32 };

static pthread_once_t library_once = PTHREAD_ONCE_INIT;
static bool is_loaded;

static void start_library(void) { is_loaded = load_crypto(); }

/// Loads OpenSSL at the first call. Returns false if it is not installed.
static bool start(void) {
    pthread_once(&library_once, start_library);
    return is_loaded;
}

/// Writes a number of a key with leading zeros.
static bool write_number(const EVP_PKEY *key, const char *name, uint8_t *bytes) {
    BIGNUM *number = NULL;
    bool is_written =
        crypto.EVP_PKEY_get_bn_param(key, name, &number) == 1 && crypto.BN_bn2binpad(number, bytes, number_size) == number_size;
    crypto.BN_clear_free(number);
    return is_written;
}

bool signing_key_make(uint8_t *key) {
    if (!start()) return false;
    EVP_PKEY *made = crypto.EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
    bool is_made = made != NULL && write_number(made, OSSL_PKEY_PARAM_PRIV_KEY, key)
        && write_number(made, OSSL_PKEY_PARAM_EC_PUB_X, key + number_size)
        && write_number(made, OSSL_PKEY_PARAM_EC_PUB_Y, key + 2 * number_size);
    crypto.EVP_PKEY_free(made);
    return is_made;
}

/// Returns the key of these bytes, or NULL if they are invalid.
static EVP_PKEY *loaded(const uint8_t *key) {
    // A point that is not compressed begins with a 4 (SEC 1, 2.3.3).
    uint8_t point[1 + 2 * number_size] = {4};
    memcpy(point + 1, key + number_size, 2 * number_size);
    OSSL_PARAM_BLD *builder = crypto.OSSL_PARAM_BLD_new();
    BIGNUM *number = crypto.BN_bin2bn(key, number_size, NULL);
    EVP_PKEY_CTX *context = crypto.EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM *parameters = NULL;
    EVP_PKEY *made = NULL;
    if (builder != NULL && number != NULL && context != NULL
        && crypto.OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) == 1
        && crypto.OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point) == 1
        && crypto.OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number) == 1) {
        parameters = crypto.OSSL_PARAM_BLD_to_param(builder);
        if (parameters == NULL || crypto.EVP_PKEY_fromdata_init(context) != 1
            || crypto.EVP_PKEY_fromdata(context, &made, EVP_PKEY_KEYPAIR, parameters) != 1)
            made = NULL;
    }
    crypto.OSSL_PARAM_free(parameters);
    crypto.EVP_PKEY_CTX_free(context);
    crypto.BN_clear_free(number);
    crypto.OSSL_PARAM_BLD_free(builder);
    return made;
}

bool signing_key_sign(const uint8_t *key, const uint8_t *message, size_t length, uint8_t *signature) {
    if (!start()) return false;
    EVP_PKEY *signer = loaded(key);
    EVP_MD_CTX *context = crypto.EVP_MD_CTX_new();
    // OpenSSL's form of a signature is a sequence of two numbers of at most 33 bytes each.
    uint8_t sequence[80];
    size_t size = sizeof sequence;
    bool is_signed = signer != NULL && context != NULL
        && crypto.EVP_DigestSignInit(context, NULL, crypto.EVP_sha256(), NULL, signer) == 1
        && crypto.EVP_DigestSign(context, sequence, &size, message, length) == 1;
    crypto.EVP_MD_CTX_free(context);
    crypto.EVP_PKEY_free(signer);
    if (!is_signed) return false;
    const uint8_t *start = sequence;
    ECDSA_SIG *numbers = crypto.d2i_ECDSA_SIG(NULL, &start, (long)size);
    is_signed = numbers != NULL
        && crypto.BN_bn2binpad(crypto.ECDSA_SIG_get0_r(numbers), signature, number_size) == number_size
        && crypto.BN_bn2binpad(crypto.ECDSA_SIG_get0_s(numbers), signature + number_size, number_size) == number_size;
    crypto.ECDSA_SIG_free(numbers);
    return is_signed;
}
