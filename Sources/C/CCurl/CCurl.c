#include "CCurl.h"
#include "LateCurl.h"
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#if LIBCURL_VERSION_NUM < 0x075500
#error "Fiber needs libcurl 7.85 or newer."
#endif

/// The maximum number of bytes that wait to be sent after a change of the protocol.
static const size_t maximum_outgoing = 1 << 20;

struct fiber_stack {
    CURLM *multi;
};

/// A pipe that never blocks: what is written to it ends a wait.
struct fiber_waker {
    int ends[2];
};

struct fiber_transfer {
    CURL *easy;
    CURLM *multi;
    struct curl_slist *fields;
    /// True while libcurl keeps bytes for a handler that said fiber_wait.
    bool is_waiting;
    /// The bytes to send over a connection that has changed to another protocol.
    uint8_t *outgoing;
    size_t outgoing_length;
    /// True if both sides can send.
    bool is_upgraded;
    bool has_proxy;
    /// The sockets that were opened for the connection, of which one is chosen.
    curl_socket_t opened[8];
    unsigned opened_count;
    /// The socket of the connection, or CURL_SOCKET_BAD.
    curl_socket_t socket;
    /// True once nothing more can be sent.
    bool has_ended;
    fiber_handlers handlers;
    char words[CURL_ERROR_SIZE];
};

// MARK: The library

static pthread_once_t library_once = PTHREAD_ONCE_INIT;
static bool is_loaded;
static char *loading_failure;
static char *system_authorities;

static void start_library(void) {
    bool is_found = load_curl();
    is_loaded = is_found && curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    if (!is_loaded) {
        const char *failure = is_found ? NULL : late_failure();
        loading_failure = strdup(failure ? failure : "it cannot be initialized");
        return;
    }
#if LIBCURL_VERSION_NUM >= 0x075400
    CURL *easy = curl.easy_init();
    char *path = NULL;
    if (easy && curl.easy_getinfo(easy, CURLINFO_CAINFO, &path) == CURLE_OK && path && access(path, R_OK) == 0)
        system_authorities = strdup(path);
    curl.easy_cleanup(easy);
#endif
}

const char *fiber_system_authorities(void) {
    pthread_once(&library_once, start_library);
    return system_authorities;
}

bool fiber_library_is_loaded(void) {
    pthread_once(&library_once, start_library);
    return is_loaded;
}

const char *fiber_library_failure(void) {
    pthread_once(&library_once, start_library);
    return loading_failure;
}

int64_t fiber_date(const char *text) { return fiber_library_is_loaded() ? curl.getdate(text, NULL) : -1; }

// MARK: Stacks

fiber_stack *fiber_stack_new(long connections) {
    if (!fiber_library_is_loaded()) return NULL;
    fiber_stack *stack = calloc(1, sizeof *stack);
    if (!stack) return NULL;
    stack->multi = curl.multi_init();
    if (!stack->multi) {
        free(stack);
        return NULL;
    }
    curl.multi_setopt(stack->multi, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX);
    curl.multi_setopt(stack->multi, CURLMOPT_MAXCONNECTS, connections);
    return stack;
}

void fiber_stack_free(fiber_stack *stack) {
    curl.multi_cleanup(stack->multi);
    free(stack);
}

void fiber_stack_run(fiber_stack *stack) {
    int running;
    curl.multi_perform(stack->multi, &running);
}

/// Returns true if a SOCKS proxy was not asked because the name of the host could not be looked up on this machine.
static bool host_was_not_found(fiber_transfer *transfer) {
    long failure = 0;
    return curl.easy_getinfo(transfer->easy, CURLINFO_PROXY_ERROR, &failure) == CURLE_OK
        && failure == CURLPX_RESOLVE_HOST;
}

/// Returns the reason for `code`. The transfer may be NULL.
static fiber_failure failure_of(CURLcode code, fiber_transfer *transfer) {
    switch (code) {
    case CURLE_OK: return fiber_failure_none;
    case CURLE_WRITE_ERROR:
    case CURLE_ABORTED_BY_CALLBACK: return fiber_failure_stopped;
    case CURLE_URL_MALFORMAT: return fiber_failure_address;
    // libcurl says so of the name of a SOCKS proxy as well. If there is a proxy, its name is the only one in this error.
    case CURLE_COULDNT_RESOLVE_HOST:
        return transfer && transfer->has_proxy ? fiber_failure_proxy_name : fiber_failure_host_name;
    case CURLE_COULDNT_RESOLVE_PROXY: return fiber_failure_proxy_name;
    case CURLE_COULDNT_CONNECT: return fiber_failure_connection;
    case CURLE_PROXY:
        return transfer && host_was_not_found(transfer) ? fiber_failure_host_name : fiber_failure_proxy;
    case CURLE_OPERATION_TIMEDOUT: return fiber_failure_timeout;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ENGINE_NOTFOUND:
    case CURLE_SSL_ENGINE_SETFAILED:
    case CURLE_SSL_ENGINE_INITFAILED: return fiber_failure_tls;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS: return fiber_failure_certificate;
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM: return fiber_failure_authorities;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return fiber_failure_broken;
    // libcurl says so of answers that are not HTTP.
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY: return fiber_failure_syntax;
#if LIBCURL_VERSION_NUM >= 0x080600
    case CURLE_TOO_LARGE:
#endif
    case CURLE_OUT_OF_MEMORY: return fiber_failure_size;
    default: return fiber_failure_other;
    }
}

fiber_transfer *fiber_stack_next_ended(fiber_stack *stack, fiber_failure *failure) {
    CURLMsg *message;
    int left;
    while ((message = curl.multi_info_read(stack->multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        fiber_transfer *transfer = NULL;
        curl.easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&transfer);
        *failure = failure_of(message->data.result, transfer);
        if (transfer && message->data.result != CURLE_OK && transfer->words[0] == 0) {
            strncpy(transfer->words, curl.easy_strerror(message->data.result), CURL_ERROR_SIZE - 1);
        }
        return transfer;
    }
    return NULL;
}

void fiber_stack_wait(fiber_stack *stack, fiber_waker *waker, int milliseconds) {
    struct curl_waitfd end = {.fd = waker->ends[0], .events = CURL_WAIT_POLLIN};
    int count;
    curl.multi_poll(stack->multi, &end, 1, milliseconds, &count);
    if (!end.revents) return;
    char bytes[64];
    while (read(waker->ends[0], bytes, sizeof bytes) == sizeof bytes) {}
}

// MARK: Wakers

fiber_waker *fiber_waker_new(void) {
    fiber_waker *waker = malloc(sizeof *waker);
    if (!waker) return NULL;
    if (pipe(waker->ends) != 0) {
        free(waker);
        return NULL;
    }
    for (int end = 0; end < 2; end++) {
        fcntl(waker->ends[end], F_SETFD, FD_CLOEXEC);
        fcntl(waker->ends[end], F_SETFL, O_NONBLOCK);
    }
    return waker;
}

void fiber_waker_free(fiber_waker *waker) {
    close(waker->ends[0]);
    close(waker->ends[1]);
    free(waker);
}

void fiber_waker_wake(fiber_waker *waker) {
    // A full pipe has woken the stack already.
    ssize_t written = write(waker->ends[1], "", 1);
    (void)written;
}

// MARK: Handlers

static size_t take_line(char *bytes, size_t size, size_t count, void *user) {
    fiber_transfer *transfer = user;
    size_t length = size * count;
    return transfer->handlers.line(transfer->handlers.context, (const uint8_t *)bytes, length) ? length : length + 1;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *user) {
    fiber_transfer *transfer = user;
    size_t length = size * count;
    switch (transfer->handlers.body(transfer->handlers.context, (const uint8_t *)bytes, length)) {
    case fiber_taken: return length;
    case fiber_wait: transfer->is_waiting = true; return CURL_WRITEFUNC_PAUSE;
    default: return length + 1;
    }
}

static size_t give_outgoing(char *buffer, size_t size, size_t count, void *user) {
    fiber_transfer *transfer = user;
    size_t length = size * count < transfer->outgoing_length ? size * count : transfer->outgoing_length;
    if (length == 0) return transfer->has_ended ? 0 : CURL_READFUNC_PAUSE;
    memcpy(buffer, transfer->outgoing, length);
    transfer->outgoing_length -= length;
    memmove(transfer->outgoing, transfer->outgoing + length, transfer->outgoing_length);
    return length;
}

static fiber_verdict drop_body(void *context, const uint8_t *bytes, size_t length) {
    (void)context, (void)bytes, (void)length;
    return fiber_taken;
}

static int note_socket(void *user, curl_socket_t socket, curlsocktype purpose) {
    (void)purpose;
    fiber_transfer *transfer = user;
    transfer->opened[transfer->opened_count++ % 8] = socket;
    return CURL_SOCKOPT_OK;
}

/// Finds the socket of the connection by its local port. libcurl opens one for each kind of address, and tells the one that
/// it uses only after the transfer.
static void find_socket(fiber_transfer *transfer, int local_port) {
    for (unsigned index = 0; index < transfer->opened_count && index < 8; index++) {
        union {
            struct sockaddr any;
            struct sockaddr_in v4;
            struct sockaddr_in6 v6;
        } address;
        socklen_t length = sizeof address;
        if (getsockname(transfer->opened[index], &address.any, &length) != 0) continue;
        in_port_t port = address.any.sa_family == AF_INET6 ? address.v6.sin6_port : address.v4.sin_port;
        if (ntohs(port) == local_port) transfer->socket = transfer->opened[index];
    }
}

static int connection_opened(void *user, char *ip, char *local_ip, int port, int local_port) {
    (void)ip, (void)local_ip, (void)port;
    fiber_transfer *transfer = user;
    if (transfer->is_upgraded) find_socket(transfer, local_port);
    transfer->handlers.connected(transfer->handlers.context, fiber_transfer_report(transfer));
    return CURL_PREREQFUNC_OK;
}

// MARK: Transfers

fiber_transfer *fiber_transfer_new(
    const char *address, const char *method, long connect_milliseconds, fiber_handlers handlers) {
    fiber_transfer *transfer = calloc(1, sizeof *transfer);
    CURL *easy = transfer ? curl.easy_init() : NULL;
    if (!easy) {
        free(transfer);
        return NULL;
    }
    transfer->easy = easy;
    transfer->socket = CURL_SOCKET_BAD;
    transfer->handlers = handlers;
    bool is_secure = strncasecmp(address, "https:", 6) == 0;
    CURLcode code = curl.easy_setopt(easy, CURLOPT_URL, address);
    if (method && !code) code = curl.easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method);
    if (!code) code = curl.easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    if (!code) code = curl.easy_setopt(easy, CURLOPT_PROXY, "");
    if (!code) code = curl.easy_setopt(easy, CURLOPT_NOPROXY, "");
    if (code) {
        fiber_transfer_free(transfer);
        return NULL;
    }
    curl.easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    curl.easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->words);
    curl.easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl.easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    curl.easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, connect_milliseconds);
    curl.easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl.easy_setopt(easy, CURLOPT_BUFFERSIZE, 64L * 1024);
    curl.easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    // libcurl takes every host for one that may speak HTTP/2, and would make requests wait for the first connection.
    curl.easy_setopt(easy, CURLOPT_HTTP_VERSION, is_secure ? (long)CURL_HTTP_VERSION_2TLS : (long)CURL_HTTP_VERSION_1_1);
    curl.easy_setopt(easy, CURLOPT_PIPEWAIT, is_secure ? 1L : 0L);
    // A file alone is read once for all connections; together with a directory it is read for each.
    if (system_authorities) {
        curl.easy_setopt(easy, CURLOPT_CAPATH, NULL);
        curl.easy_setopt(easy, CURLOPT_PROXY_CAPATH, NULL);
    }
#if LIBCURL_VERSION_NUM >= 0x075700
    // Otherwise the end of a transfer waits for the lookup of its host.
    curl.easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
    curl.easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_line);
    curl.easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
    curl.easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
    curl.easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
    curl.easy_setopt(easy, CURLOPT_PREREQFUNCTION, connection_opened);
    curl.easy_setopt(easy, CURLOPT_PREREQDATA, transfer);
    return transfer;
}

void fiber_transfer_set_context(fiber_transfer *transfer, void *context) { transfer->handlers.context = context; }

void fiber_transfer_free(fiber_transfer *transfer) {
    // libcurl 7.88 does not free the bytes that it keeps for a paused transfer while others use its connection.
    if (transfer->multi && transfer->is_waiting) {
        transfer->handlers.body = drop_body;
        fiber_transfer_resume(transfer);
    }
    if (transfer->multi) curl.multi_remove_handle(transfer->multi, transfer->easy);
    curl.easy_cleanup(transfer->easy);
    curl.slist_free_all(transfer->fields);
    free(transfer->outgoing);
    free(transfer);
}

bool fiber_transfer_add_field(fiber_transfer *transfer, const char *field) {
    struct curl_slist *fields = curl.slist_append(transfer->fields, field);
    if (fields) transfer->fields = fields;
    return fields != NULL;
}

bool fiber_transfer_set_body(fiber_transfer *transfer, const uint8_t *bytes, size_t length) {
    return curl.easy_setopt(transfer->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length) == CURLE_OK
        && curl.easy_setopt(transfer->easy, CURLOPT_COPYPOSTFIELDS, length ? (const char *)bytes : "") == CURLE_OK;
}

bool fiber_transfer_set_proxy(fiber_transfer *transfer, const char *proxy, const char *user, const char *password) {
    transfer->has_proxy = true;
    CURLcode code = curl.easy_setopt(transfer->easy, CURLOPT_PROXY, proxy);
    if (!code && user) code = curl.easy_setopt(transfer->easy, CURLOPT_PROXYUSERNAME, user);
    if (!code && user) code = curl.easy_setopt(transfer->easy, CURLOPT_PROXYPASSWORD, password ? password : "");
    return code == CURLE_OK;
}

bool fiber_transfer_set_authorities(fiber_transfer *transfer, const uint8_t *pem, size_t length) {
    struct curl_blob blob = {.data = (void *)pem, .len = length, .flags = CURL_BLOB_NOCOPY};
    return curl.easy_setopt(transfer->easy, CURLOPT_CAINFO_BLOB, &blob) == CURLE_OK
        && (!transfer->has_proxy || curl.easy_setopt(transfer->easy, CURLOPT_PROXY_CAINFO_BLOB, &blob) == CURLE_OK);
}

void fiber_transfer_set_new_connection(fiber_transfer *transfer) {
    curl.easy_setopt(transfer->easy, CURLOPT_FRESH_CONNECT, 1L);
}

bool fiber_transfer_set_upgrade(fiber_transfer *transfer) {
    curl.easy_setopt(transfer->easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl.easy_setopt(transfer->easy, CURLOPT_PIPEWAIT, 0L);
    curl.easy_setopt(transfer->easy, CURLOPT_FRESH_CONNECT, 1L);
    curl.easy_setopt(transfer->easy, CURLOPT_FORBID_REUSE, 1L);
    // A body of unknown length, which is sent as it is: to the server, it is what follows the change of the protocol.
    transfer->is_upgraded = true;
    curl.easy_setopt(transfer->easy, CURLOPT_UPLOAD, 1L);
    curl.easy_setopt(transfer->easy, CURLOPT_CUSTOMREQUEST, "GET");
    curl.easy_setopt(transfer->easy, CURLOPT_READFUNCTION, give_outgoing);
    curl.easy_setopt(transfer->easy, CURLOPT_READDATA, transfer);
    curl.easy_setopt(transfer->easy, CURLOPT_SOCKOPTFUNCTION, note_socket);
    curl.easy_setopt(transfer->easy, CURLOPT_SOCKOPTDATA, transfer);
    return fiber_transfer_add_field(transfer, "Transfer-Encoding:") && fiber_transfer_add_field(transfer, "Expect:");
}

/// Continues to send, and also to receive unless the handler of the body waits.
static void resume_sending(fiber_transfer *transfer) {
    curl.easy_pause(transfer->easy, transfer->is_waiting ? CURLPAUSE_RECV : CURLPAUSE_CONT);
}

bool fiber_transfer_send(fiber_transfer *transfer, const uint8_t *bytes, size_t length) {
    if (!transfer->is_upgraded || length == 0) return true;
    if (length > maximum_outgoing - transfer->outgoing_length) return false;
    uint8_t *outgoing = realloc(transfer->outgoing, transfer->outgoing_length + length);
    if (!outgoing) return false;
    memcpy(outgoing + transfer->outgoing_length, bytes, length);
    transfer->outgoing = outgoing;
    transfer->outgoing_length += length;
    resume_sending(transfer);
    return true;
}

int64_t fiber_transfer_sent(const fiber_transfer *transfer) {
    curl_off_t sent = 0;
    curl.easy_getinfo(transfer->easy, CURLINFO_SIZE_UPLOAD_T, &sent);
    return sent;
}

void fiber_transfer_end_if_closed(fiber_transfer *transfer) {
    if (!transfer->is_upgraded || transfer->has_ended || transfer->socket == CURL_SOCKET_BAD) return;
    uint8_t byte;
    if (recv(transfer->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) != 0) return;
    transfer->has_ended = true;
    resume_sending(transfer);
}

void fiber_transfer_set_inspection(fiber_transfer *transfer) {
    curl.easy_setopt(transfer->easy, CURLOPT_CONNECT_ONLY, 1L);
    curl.easy_setopt(transfer->easy, CURLOPT_CERTINFO, 1L);
    curl.easy_setopt(transfer->easy, CURLOPT_SSL_VERIFYPEER, 0L);
    curl.easy_setopt(transfer->easy, CURLOPT_SSL_VERIFYHOST, 0L);
}

bool fiber_transfer_start(fiber_transfer *transfer, fiber_stack *stack) {
    curl.easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, transfer->fields);
    if (curl.multi_add_handle(stack->multi, transfer->easy) != CURLM_OK) return false;
    transfer->multi = stack->multi;
    return true;
}

void fiber_transfer_resume(fiber_transfer *transfer) {
    transfer->is_waiting = false;
    curl.easy_pause(transfer->easy, CURLPAUSE_CONT);
}

fiber_report fiber_transfer_report(const fiber_transfer *transfer) {
    fiber_report report = {0};
    curl_off_t name = 0, connection = 0, tls = 0;
    curl.easy_getinfo(transfer->easy, CURLINFO_NAMELOOKUP_TIME_T, &name);
    curl.easy_getinfo(transfer->easy, CURLINFO_CONNECT_TIME_T, &connection);
    curl.easy_getinfo(transfer->easy, CURLINFO_APPCONNECT_TIME_T, &tls);
    report.name_time = name;
    report.connect_time = connection;
    report.tls_time = tls;
    curl.easy_getinfo(transfer->easy, CURLINFO_NUM_CONNECTS, &report.connections);
    curl.easy_getinfo(transfer->easy, CURLINFO_OS_ERRNO, &report.system_error);
    curl.easy_getinfo(transfer->easy, CURLINFO_HTTP_CONNECTCODE, &report.tunnel_status);
    curl.easy_getinfo(transfer->easy, CURLINFO_SSL_VERIFYRESULT, &report.verification);
    curl.easy_getinfo(transfer->easy, CURLINFO_PROXY_SSL_VERIFYRESULT, &report.proxy_verification);
    return report;
}

const char *fiber_transfer_words(const fiber_transfer *transfer) { return transfer->words; }

const char *fiber_transfer_certificate(const fiber_transfer *transfer, const char *property) {
    struct curl_certinfo *certificates = NULL;
    if (curl.easy_getinfo(transfer->easy, CURLINFO_CERTINFO, &certificates) != CURLE_OK || !certificates
        || certificates->num_of_certs < 1)
        return NULL;
    size_t length = strlen(property);
    for (struct curl_slist *entry = certificates->certinfo[0]; entry; entry = entry->next) {
        if (strncmp(entry->data, property, length) == 0 && entry->data[length] == ':') return entry->data + length + 1;
    }
    return NULL;
}

// MARK: Threads

struct start {
    void (*run)(void *);
    void *context;
};

static void *run_thread(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    start.run(start.context);
    return NULL;
}

bool fiber_thread_start(void (*run)(void *context), void *context) {
    struct start *start = malloc(sizeof *start);
    if (!start) return false;
    *start = (struct start){run, context};
    // Signals are for the program's other threads. SIGPIPE, which a closed connection raises in the thread that writes,
    // stays blocked and has no effect.
    sigset_t blocked, previous;
    sigfillset(&blocked);
    int faults[] = {SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGABRT, SIGSYS};
    for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) sigdelset(&blocked, faults[index]);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_sigmask(SIG_SETMASK, &blocked, &previous);
    pthread_t thread;
    bool is_started = pthread_create(&thread, &attributes, run_thread, start) == 0;
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    pthread_attr_destroy(&attributes);
    if (!is_started) free(start);
    return is_started;
}
