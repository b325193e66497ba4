#pragma once
#include <CLateLibrary.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

// The functions of OpenSSL 3 that are used here.
#define CRYPTO_FUNCTIONS(each) \
    each(BN_bin2bn) each(BN_bn2binpad) each(BN_clear_free) \
    each(ECDSA_SIG_free) each(ECDSA_SIG_get0_r) each(ECDSA_SIG_get0_s) each(d2i_ECDSA_SIG) \
    each(EVP_DigestSign) each(EVP_DigestSignInit) each(EVP_MD_CTX_free) each(EVP_MD_CTX_new) each(EVP_sha256) \
    each(EVP_PKEY_CTX_free) each(EVP_PKEY_CTX_new_from_name) each(EVP_PKEY_Q_keygen) each(EVP_PKEY_free) \
    each(EVP_PKEY_fromdata) each(EVP_PKEY_fromdata_init) each(EVP_PKEY_get_bn_param) \
    each(OSSL_PARAM_BLD_free) each(OSSL_PARAM_BLD_new) each(OSSL_PARAM_BLD_push_BN) \
    each(OSSL_PARAM_BLD_push_octet_string) each(OSSL_PARAM_BLD_push_utf8_string) each(OSSL_PARAM_BLD_to_param) \
    each(OSSL_PARAM_free)

/// Empty until load_crypto has returned true.
static struct {
#define MEMBER(name) __typeof__(&name) name;
    CRYPTO_FUNCTIONS(MEMBER)
#undef MEMBER
} crypto;

/// Loads libcrypto, or returns false. On macOS, where its path depends on the installation, it is linked.
static bool load_crypto(void) {
#ifdef __APPLE__
#define FIND(name) crypto.name = name;
    CRYPTO_FUNCTIONS(FIND)
    return true;
#else
    static const char *const names[] = {"libcrypto.so.3", NULL};
    void *library = late_library(names);
#define FIND(name) && late_function(library, #name, &crypto.name)
    return library != NULL CRYPTO_FUNCTIONS(FIND);
#endif
#undef FIND
}
