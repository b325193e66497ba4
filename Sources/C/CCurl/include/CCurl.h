#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libcurl's multi interface behind functions without variable arguments, which Swift cannot call.
// <https://curl.se/libcurl/c/libcurl-multi.html>. Only http and https are spoken, certificates are always verified, and
// nothing is read from the environment or from files such as .netrc.
//
// A stack and its transfers belong to one thread. A waker may be used from any thread.

/// A set of transfers with their connections.
typedef struct fiber_stack fiber_stack;

/// Ends the waits of a stack.
typedef struct fiber_waker fiber_waker;

/// One request and its response.
typedef struct fiber_transfer fiber_transfer;

/// The reason why a transfer failed.
typedef enum {
    fiber_failure_none,
    /// Stopped by a handler.
    fiber_failure_stopped,
    fiber_failure_address,
    fiber_failure_host_name,
    fiber_failure_proxy_name,
    fiber_failure_connection,
    fiber_failure_proxy,
    /// No connection within the time for connecting.
    fiber_failure_timeout,
    fiber_failure_tls,
    fiber_failure_certificate,
    /// The file of trusted certificates cannot be read.
    fiber_failure_authorities,
    /// The connection ended early.
    fiber_failure_broken,
    /// The response is not valid HTTP.
    fiber_failure_syntax,
    /// The head of the response is too large, or there is no memory.
    fiber_failure_size,
    fiber_failure_other,
} fiber_failure;

/// The decision of a handler of body bytes.
typedef enum { fiber_taken, fiber_wait, fiber_stop } fiber_verdict;

/// The times and outcomes that libcurl reports. Times are in microseconds from the transfer's start, 0 if not reached.
typedef struct {
    int64_t name_time;
    int64_t connect_time;
    int64_t tls_time;
    /// The number of connections that were opened; 0 if an existing one was used.
    long connections;
    /// The error of the operating system, or 0.
    long system_error;
    /// The status of the proxy's answer to CONNECT, or 0.
    long tunnel_status;
    /// OpenSSL's result of verifying the certificate, or 0.
    long verification;
    /// The same for the certificate of the proxy.
    long proxy_verification;
} fiber_report;

/// The functions that are called with `context` while a transfer runs.
typedef struct {
    void *context;
    /// Takes a line of a head with its line end. Returns false to stop the transfer.
    bool (*line)(void *context, const uint8_t *bytes, size_t length);
    /// Takes bytes of the body. After fiber_wait the same bytes come again when the transfer is resumed.
    fiber_verdict (*body)(void *context, const uint8_t *bytes, size_t length);
    /// Called when the connection is open, before the request is sent.
    void (*connected)(void *context, fiber_report report);
} fiber_handlers;

/// Loads libcurl at the first call. Returns false if it is not installed or too old.
bool fiber_library_is_loaded(void);

/// Returns the reason why libcurl is not loaded, or NULL if it is.
const char *fiber_library_failure(void);

/// Creates a stack that keeps at most `connections` open connections. Returns NULL without libcurl, or if there is no memory.
fiber_stack *fiber_stack_new(long connections);

/// Closes all connections and frees the stack. All transfers must have been freed.
void fiber_stack_free(fiber_stack *stack);

/// Moves the bytes that can be moved without waiting, and calls handlers.
void fiber_stack_run(fiber_stack *stack);

/// Returns a transfer that has ended since the last call, with the reason and its English text, or NULL.
fiber_transfer *fiber_stack_next_ended(fiber_stack *stack, fiber_failure *failure);

/// Waits until there is something to do or `waker` ends the wait, at most `milliseconds`.
void fiber_stack_wait(fiber_stack *stack, fiber_waker *waker, int milliseconds);

/// Creates a waker. Returns NULL if the process can have no more files.
fiber_waker *fiber_waker_new(void);

/// Frees a waker that nobody uses any more.
void fiber_waker_free(fiber_waker *waker);

/// Ends the current wait, or the next one if there is none. From any thread.
void fiber_waker_wake(fiber_waker *waker);

/// Creates a transfer of a web address. Returns NULL if there is no memory.
///
/// A `method` of NULL means GET. `connect_milliseconds` limits the time for connecting, TLS included.
fiber_transfer *fiber_transfer_new(
    const char *address, const char *method, long connect_milliseconds, fiber_handlers handlers);

/// Sets the context of the handlers.
void fiber_transfer_set_context(fiber_transfer *transfer, void *context);

/// Stops the transfer if it has not ended, and frees it.
void fiber_transfer_free(fiber_transfer *transfer);

/// Adds a header field as `Name: value`, or as `Name:` to leave out a field of libcurl's own. Returns false if there is
/// no memory.
bool fiber_transfer_add_field(fiber_transfer *transfer, const char *field);

/// Sets the body of the request. Copies the bytes.
bool fiber_transfer_set_body(fiber_transfer *transfer, const uint8_t *bytes, size_t length);

/// Sets the proxy, as a URL without credentials.
bool fiber_transfer_set_proxy(fiber_transfer *transfer, const char *proxy, const char *user, const char *password);

/// Trusts only the certificate authorities in these PEM bytes, for the server and for an encrypted proxy. The bytes must stay
/// in place until the transfer is freed. libcurl refuses more than 8,000,000.
bool fiber_transfer_set_authorities(fiber_transfer *transfer, const uint8_t *pem, size_t length);

/// Uses a connection that no other request has used. libcurl repeats a request if a connection that it kept has been
/// closed in the meantime; so a request that must not be sent twice needs a new one.
void fiber_transfer_set_new_connection(fiber_transfer *transfer);

/// Speaks HTTP/1.1 over a connection of its own, which may change to another protocol.
///
/// Both sides can send from then on, see fiber_transfer_send. Returns false if there is no memory.
bool fiber_transfer_set_upgrade(fiber_transfer *transfer);

/// Sends bytes over a connection that has changed to another protocol. Copies them. Returns false if there is no memory, or
/// if a megabyte waits to be sent because the server does not read.
bool fiber_transfer_send(fiber_transfer *transfer, const uint8_t *bytes, size_t length);

/// Returns how many bytes of the request's body were sent.
int64_t fiber_transfer_sent(const fiber_transfer *transfer);

/// Ends a transfer that has changed to another protocol if the server has closed its connection. libcurl does not notice
/// as long as there could be something to send.
void fiber_transfer_end_if_closed(fiber_transfer *transfer);

/// Only connects and keeps what the host says of its certificate, without trusting it. Sends no request.
void fiber_transfer_set_inspection(fiber_transfer *transfer);

/// Starts the transfer. Returns false if that is impossible.
bool fiber_transfer_start(fiber_transfer *transfer, fiber_stack *stack);

/// Continues a transfer after fiber_wait. May call handlers.
void fiber_transfer_resume(fiber_transfer *transfer);

/// Returns what is known about the transfer so far.
fiber_report fiber_transfer_report(const fiber_transfer *transfer);

/// Returns an English description of the failure; empty if there is none.
const char *fiber_transfer_words(const fiber_transfer *transfer);

/// Returns a property of the certificate of an inspected host, such as `Issuer`, or NULL.
const char *fiber_transfer_certificate(const fiber_transfer *transfer, const char *property);

/// Returns the time that `text` means, in seconds since 1970, or -1 if it is no date.
int64_t fiber_date(const char *text);

/// Returns the path of the system's file of certificate authorities, or NULL.
const char *fiber_system_authorities(void);

/// Runs `run` on a new thread that handles no signals. Returns false if there is none.
bool fiber_thread_start(void (*run)(void *context), void *context);
