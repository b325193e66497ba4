#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The server's side of TLS, by OpenSSL. Nothing is read from a network or written to one: the caller hands over what the
// client sent, and takes what must be sent to it. HTTP/2 is chosen before HTTP/1.1 (ALPN, RFC 7301).
//
// A context may be used from any thread, a connection from one thread at a time.

/// A certificate and its key.
typedef struct ssl_ctx_st test_tls_context;

/// A connection to one client.
typedef struct ssl_st test_tls_connection;

/// The outcome of a step.
typedef enum {
    /// The step is complete.
    test_tls_done,
    /// The step needs further bytes of the client.
    test_tls_incomplete,
    /// The client has sent its close notification: nothing more will come.
    test_tls_closed,
    /// The client broke the protocol or refused the certificate, or there is no memory. An alert may be left to be sent; after
    /// it, the connection can only be freed.
    test_tls_failed,
} test_tls_outcome;

/// Makes a context of a certificate and its key, both in PEM. Returns NULL if one of them is not readable, or if the key is not
/// the certificate's. The caller frees it with test_tls_context_free.
test_tls_context *test_tls_context_make(const char *certificate, const char *key);

/// Frees a context. Its connections may be freed before or after it.
void test_tls_context_free(test_tls_context *context);

/// Makes a connection that waits for the client's first bytes. Returns NULL if there is no memory. The caller frees it with
/// test_tls_connection_free.
test_tls_connection *test_tls_connection_make(test_tls_context *context);

/// Frees a connection and all bytes that it holds.
void test_tls_connection_free(test_tls_connection *connection);

/// Hands over bytes that the client sent; they are copied. Returns false if there is no memory.
bool test_tls_receive(test_tls_connection *connection, const void *bytes, size_t length);

/// Continues the handshake with the bytes that were received. Returns test_tls_done when it is complete.
test_tls_outcome test_tls_handshake(test_tls_connection *connection);

/// Returns the name of the negotiated protocol after the handshake and writes its length, or returns NULL if the client offered
/// none that is known. The name belongs to the connection and has no NUL at its end.
const uint8_t *test_tls_protocol(const test_tls_connection *connection, size_t *length);

/// Decrypts received bytes: `capacity` at most, which is above 0. Writes their number to `count`: above 0 with test_tls_done,
/// else 0.
test_tls_outcome test_tls_read(test_tls_connection *connection, void *bytes, size_t capacity, size_t *count);

/// Encrypts bytes after the handshake: all of them, and at least one. Returns false if the connection has failed or was closed.
bool test_tls_write(test_tls_connection *connection, const void *bytes, size_t length);

/// Makes a close notification after the handshake, if none was made. Bytes can be read after it, but not written. Returns false
/// if the connection has failed.
bool test_tls_close(test_tls_connection *connection);

/// Returns the number of bytes that must be sent to the client.
size_t test_tls_unsent(const test_tls_connection *connection);

/// Takes the first of the bytes that must be sent, `capacity` at most. Returns their number.
size_t test_tls_take(test_tls_connection *connection, void *bytes, size_t capacity);
