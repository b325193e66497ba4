#include "CTestTLS.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

/// Chooses the first of the server's protocols that the client offers, or none.
static int choose_protocol(
    SSL *connection, const unsigned char **chosen, unsigned char *length, const unsigned char *offered,
    unsigned int offered_length, void *unused) {
    (void)connection;
    (void)unused;
    // Each name follows its length.
    static const unsigned char known[] = "\x02h2\x08http/1.1";
    int found = SSL_select_next_proto(
        (unsigned char **)chosen, length, known, sizeof known - 1, offered, offered_length);
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

/// Returns a certificate to be freed, or NULL if the text is none.
static X509 *read_certificate(const char *text) {
    BIO *source = BIO_new_mem_buf(text, -1);
    X509 *certificate = source == NULL ? NULL : PEM_read_bio_X509(source, NULL, NULL, NULL);
    BIO_free(source);
    return certificate;
}

/// Returns a key to be freed, or NULL if the text is none.
static EVP_PKEY *read_key(const char *text) {
    BIO *source = BIO_new_mem_buf(text, -1);
    // The empty password keeps OpenSSL from asking for one on the terminal.
    EVP_PKEY *key = source == NULL ? NULL : PEM_read_bio_PrivateKey(source, NULL, NULL, "");
    BIO_free(source);
    return key;
}

test_tls_context *test_tls_context_make(const char *certificate_text, const char *key_text) {
    // OpenSSL must not free what it has when the program ends: threads of servers may still use it.
    OPENSSL_init_ssl(OPENSSL_INIT_NO_ATEXIT, NULL);
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    X509 *certificate = read_certificate(certificate_text);
    EVP_PKEY *key = read_key(key_text);
    bool is_complete = context != NULL && certificate != NULL && key != NULL
        && SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1
        && SSL_CTX_use_certificate(context, certificate) == 1 && SSL_CTX_use_PrivateKey(context, key) == 1;
    EVP_PKEY_free(key);
    X509_free(certificate);
    if (is_complete) {
        SSL_CTX_set_alpn_select_cb(context, choose_protocol, NULL);
        // Only the certificate is sent, without looking for those above it.
        SSL_CTX_set_mode(context, SSL_MODE_NO_AUTO_CHAIN);
        // A write never has to wait for bytes of the client.
        SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
    } else {
        SSL_CTX_free(context);
        context = NULL;
    }
    ERR_clear_error();
    return context;
}

void test_tls_context_free(test_tls_context *context) { SSL_CTX_free(context); }

test_tls_connection *test_tls_connection_make(test_tls_context *context) {
    SSL *connection = SSL_new(context);
    BIO *received = BIO_new(BIO_s_mem());
    BIO *unsent = BIO_new(BIO_s_mem());
    if (connection == NULL || received == NULL || unsent == NULL) {
        BIO_free(unsent);
        BIO_free(received);
        SSL_free(connection);
        ERR_clear_error();
        return NULL;
    }
    // The connection frees both.
    SSL_set_bio(connection, received, unsent);
    SSL_set_accept_state(connection);
    return connection;
}

void test_tls_connection_free(test_tls_connection *connection) { SSL_free(connection); }

bool test_tls_receive(test_tls_connection *connection, const void *bytes, size_t length) {
    size_t written = 0;
    return length == 0 || (BIO_write_ex(SSL_get_rbio(connection), bytes, length, &written) == 1 && written == length);
}

/// Returns the outcome of a call that returned `result`, and empties the thread's queue of errors. Before the call, the queue
/// must be empty as well: OpenSSL takes what others left there for an error of the connection.
static test_tls_outcome outcome_of(const SSL *connection, int result) {
    int reason = SSL_get_error(connection, result);
    ERR_clear_error();
    switch (reason) {
    case SSL_ERROR_NONE: return test_tls_done;
    case SSL_ERROR_WANT_READ: return test_tls_incomplete;
    case SSL_ERROR_ZERO_RETURN: return test_tls_closed;
    default: return test_tls_failed;
    }
}

test_tls_outcome test_tls_handshake(test_tls_connection *connection) {
    ERR_clear_error();
    return outcome_of(connection, SSL_do_handshake(connection));
}

const uint8_t *test_tls_protocol(const test_tls_connection *connection, size_t *length) {
    const unsigned char *name = NULL;
    unsigned int count = 0;
    SSL_get0_alpn_selected(connection, &name, &count);
    *length = count;
    return name;
}

test_tls_outcome test_tls_read(test_tls_connection *connection, void *bytes, size_t capacity, size_t *count) {
    ERR_clear_error();
    *count = 0;
    return outcome_of(connection, SSL_read_ex(connection, bytes, capacity, count));
}

bool test_tls_write(test_tls_connection *connection, const void *bytes, size_t length) {
    ERR_clear_error();
    size_t written = 0;
    return outcome_of(connection, SSL_write_ex(connection, bytes, length, &written)) == test_tls_done;
}

bool test_tls_close(test_tls_connection *connection) {
    // A second call would read, and take received bytes for an error.
    if (SSL_get_shutdown(connection) & SSL_SENT_SHUTDOWN) return true;
    ERR_clear_error();
    // 0 means that the client's notification is missing.
    bool is_closed = SSL_shutdown(connection) >= 0;
    ERR_clear_error();
    return is_closed;
}

size_t test_tls_unsent(const test_tls_connection *connection) { return BIO_ctrl_pending(SSL_get_wbio(connection)); }

size_t test_tls_take(test_tls_connection *connection, void *bytes, size_t capacity) {
    size_t count = 0;
    return BIO_read_ex(SSL_get_wbio(connection), bytes, capacity, &count) == 1 ? count : 0;
}
