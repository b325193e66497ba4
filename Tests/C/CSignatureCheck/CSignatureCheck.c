#include "CSignatureCheck.h"

#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <string.h>

bool signature_is_valid(const uint8_t *point, const uint8_t *message, size_t length, const uint8_t *signature) {
    uint8_t whole[65] = {4};
    memcpy(whole + 1, point, 64);
    char group[] = "P-256";
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, whole, sizeof whole),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *maker = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    bool is_key = EVP_PKEY_fromdata_init(maker) == 1
        && EVP_PKEY_fromdata(maker, &key, EVP_PKEY_PUBLIC_KEY, parameters) == 1;
    EVP_PKEY_CTX_free(maker);
    if (!is_key) return false;
    ECDSA_SIG *numbers = ECDSA_SIG_new();
    ECDSA_SIG_set0(numbers, BN_bin2bn(signature, 32, NULL), BN_bin2bn(signature + 32, 32, NULL));
    uint8_t *sequence = NULL;
    int size = i2d_ECDSA_SIG(numbers, &sequence);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_valid = size > 0 && EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1
        && EVP_DigestVerify(context, sequence, (size_t)size, message, length) == 1;
    EVP_MD_CTX_free(context);
    OPENSSL_free(sequence);
    ECDSA_SIG_free(numbers);
    EVP_PKEY_free(key);
    return is_valid;
}
