#include "CSigning.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <string.h>

enum { number_size = 32 };

/// Writes a number of a key with leading zeros.
static bool write_number(const EVP_PKEY *key, const char *name, uint8_t *bytes) {
    BIGNUM *number = NULL;
    bool is_written =
        EVP_PKEY_get_bn_param(key, name, &number) == 1 && BN_bn2binpad(number, bytes, number_size) == number_size;
    BN_clear_free(number);
    return is_written;
}

bool signing_key_make(uint8_t *key) {
    EVP_PKEY *made = EVP_EC_gen("P-256");
    bool is_made = made != NULL && write_number(made, OSSL_PKEY_PARAM_PRIV_KEY, key)
        && write_number(made, OSSL_PKEY_PARAM_EC_PUB_X, key + number_size)
        && write_number(made, OSSL_PKEY_PARAM_EC_PUB_Y, key + 2 * number_size);
    EVP_PKEY_free(made);
    return is_made;
}

/// Returns the key of these bytes, or NULL if they are none.
static EVP_PKEY *loaded(const uint8_t *key) {
    // A point that is not compressed begins with a 4 (SEC 1, 2.3.3).
    uint8_t point[1 + 2 * number_size] = {4};
    memcpy(point + 1, key + number_size, 2 * number_size);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    BIGNUM *number = BN_bin2bn(key, number_size, NULL);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM *parameters = NULL;
    EVP_PKEY *made = NULL;
    if (builder != NULL && number != NULL && context != NULL
        && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) == 1
        && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point) == 1
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number) == 1) {
        parameters = OSSL_PARAM_BLD_to_param(builder);
        if (parameters == NULL || EVP_PKEY_fromdata_init(context) != 1
            || EVP_PKEY_fromdata(context, &made, EVP_PKEY_KEYPAIR, parameters) != 1)
            made = NULL;
    }
    OSSL_PARAM_free(parameters);
    EVP_PKEY_CTX_free(context);
    BN_clear_free(number);
    OSSL_PARAM_BLD_free(builder);
    return made;
}

bool signing_key_sign(const uint8_t *key, const uint8_t *message, size_t length, uint8_t *signature) {
    EVP_PKEY *signer = loaded(key);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    // OpenSSL's form of a signature is a sequence of two numbers of at most 33 bytes each.
    uint8_t sequence[80];
    size_t size = sizeof sequence;
    bool is_signed = signer != NULL && context != NULL
        && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, signer) == 1
        && EVP_DigestSign(context, sequence, &size, message, length) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(signer);
    if (!is_signed) return false;
    const uint8_t *start = sequence;
    ECDSA_SIG *numbers = d2i_ECDSA_SIG(NULL, &start, (long)size);
    is_signed = numbers != NULL
        && BN_bn2binpad(ECDSA_SIG_get0_r(numbers), signature, number_size) == number_size
        && BN_bn2binpad(ECDSA_SIG_get0_s(numbers), signature + number_size, number_size) == number_size;
    ECDSA_SIG_free(numbers);
    return is_signed;
}
