#include "CTerminalGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// Static, because handlers have no argument for it. Only the main thread arms and disarms.

/// The signals that end the process: faults, and signals that Fiber does not use.
static const int crash_signals[] = {SIGSEGV, SIGILL,  SIGTRAP,   SIGBUS,  SIGFPE,  SIGABRT, SIGSYS,
                                    SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ};
enum { crash_count = sizeof crash_signals / sizeof crash_signals[0] };
enum { restore_maximum = 512, alternate_stack_size = 64 * 1024 };

static struct sigaction crash_former[crash_count];
static volatile sig_atomic_t armed;
static int terminal_descriptor = -1;
static int record_descriptor = -1;
static struct termios terminal_modes;
static char restore_bytes[restore_maximum];
static size_t restore_length;
static pthread_key_t alternate_stack_key;
static int has_alternate_stack_key;

static void write_all(int descriptor, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(descriptor, bytes, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes += written;
        length -= (size_t)written;
    }
}

static void write_field(int descriptor, const char *name, unsigned long long value, unsigned base) {
    char line[64];
    size_t place = sizeof line;
    line[--place] = '\n';
    do {
        line[--place] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value > 0);
    write_all(descriptor, name, strlen(name));
    write_all(descriptor, line + place, sizeof line - place);
}

static void restore_terminal(void) {
    write_all(terminal_descriptor, restore_bytes, restore_length);
    tcsetattr(terminal_descriptor, TCSANOW, &terminal_modes);
}

static void on_crash(int number, siginfo_t *info, void *context) {
    (void)context;
    int saved = errno;
    if (armed) {
        armed = 0;
        restore_terminal();
        if (record_descriptor >= 0) {
            write_field(record_descriptor, "signal ", (unsigned long long)number, 10);
            write_field(record_descriptor, "code ", (unsigned)info->si_code, 10);
            write_field(record_descriptor, "address 0x", (unsigned long long)(size_t)info->si_addr, 16);
            write_field(record_descriptor, "time ", (unsigned long long)time(NULL), 10);
        }
    }
    for (int i = 0; i < crash_count; i++) {
        if (crash_signals[i] == number) sigaction(number, &crash_former[i], NULL);
    }
    errno = saved;
    // A fault is repeated with its instruction. A signal that was sent must be sent again.
    if (info->si_code <= 0) raise(number);
}

static void drop_alternate_stack(void *memory) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    free(memory);
}

void terminal_guard_thread(void) {
    if (!has_alternate_stack_key || pthread_getspecific(alternate_stack_key) != NULL) return;
    stack_t former;
    // Threads of Swift's backtracer have one already, which is then used.
    if (sigaltstack(NULL, &former) != 0 || (former.ss_flags & SS_DISABLE) == 0) return;
    void *memory = malloc(alternate_stack_size);
    if (memory == NULL) return;
    stack_t stack = {.ss_sp = memory, .ss_size = alternate_stack_size, .ss_flags = 0};
    if (sigaltstack(&stack, NULL) != 0 || pthread_setspecific(alternate_stack_key, memory) != 0) {
        sigaltstack(&former, NULL);
        free(memory);
    }
}

int terminal_guard_arm(int terminal, const char *restore, size_t length, int record) {
    if (armed) return EBUSY;
    if (length > restore_maximum) return ENOMEM;
    if (tcgetattr(terminal, &terminal_modes) != 0) return errno;
    memcpy(restore_bytes, restore, length);
    restore_length = length;
    terminal_descriptor = terminal;
    record_descriptor = record;
    if (!has_alternate_stack_key) {
        int cause = pthread_key_create(&alternate_stack_key, drop_alternate_stack);
        if (cause != 0) return cause;
        has_alternate_stack_key = 1;
    }
    terminal_guard_thread();

    struct sigaction action = {0};
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < crash_count; i++) {
        if (sigaction(crash_signals[i], &action, &crash_former[i]) != 0) {
            int cause = errno;
            while (--i >= 0) sigaction(crash_signals[i], &crash_former[i], NULL);
            return cause;
        }
    }
    armed = 1;
    return 0;
}

void terminal_guard_disarm(void) {
    if (!armed) return;
    armed = 0;
    for (int i = 0; i < crash_count; i++) sigaction(crash_signals[i], &crash_former[i], NULL);
}

static const int caught_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
enum { caught_count = sizeof caught_signals / sizeof caught_signals[0] };

static struct sigaction caught_former[caught_count];
static volatile sig_atomic_t signal_descriptor = -1;

static void on_signal(int number) {
    int saved = errno;
    char byte = (char)number;
    // If the pipe is full, the reader is busy with signals, and one more makes no difference.
    ssize_t written = write((int)signal_descriptor, &byte, 1);
    (void)written;
    errno = saved;
}

static int catch_one(int number, struct sigaction *former) {
    struct sigaction action = {0};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    return sigaction(number, &action, former) == 0 ? 0 : errno;
}

int terminal_guard_catch_signals(int descriptor) {
    if (signal_descriptor >= 0) return EBUSY;
    signal_descriptor = descriptor;
    for (int i = 0; i < caught_count; i++) {
        int cause = catch_one(caught_signals[i], &caught_former[i]);
        if (cause != 0) {
            while (--i >= 0) sigaction(caught_signals[i], &caught_former[i], NULL);
            signal_descriptor = -1;
            return cause;
        }
        if (caught_former[i].sa_handler == SIG_IGN) sigaction(caught_signals[i], &caught_former[i], NULL);
    }
    return 0;
}

void terminal_guard_release_signals(void) {
    if (signal_descriptor < 0) return;
    for (int i = 0; i < caught_count; i++) sigaction(caught_signals[i], &caught_former[i], NULL);
    signal_descriptor = -1;
}

void terminal_guard_stop(void) {
    struct sigaction stop = {0};
    struct sigaction former;
    stop.sa_handler = SIG_DFL;
    sigemptyset(&stop.sa_mask);
    if (sigaction(SIGTSTP, &stop, &former) != 0) return;
    // Threads of a dispatch queue block signals.
    sigset_t stop_only;
    sigset_t former_mask;
    sigemptyset(&stop_only);
    sigaddset(&stop_only, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stop_only, &former_mask);
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &former_mask, NULL);
    sigaction(SIGTSTP, &former, NULL);
}

int terminal_guard_size(int descriptor, int *columns, int *rows) {
    struct winsize size = {0};
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return errno;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

int terminal_guard_cell(int descriptor, int *width, int *height) {
    struct winsize size = {0};
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return errno;
    *width = size.ws_col > 0 ? size.ws_xpixel / size.ws_col : 0;
    *height = size.ws_row > 0 ? size.ws_ypixel / size.ws_row : 0;
    return 0;
}

int terminal_guard_pipe(int *reading, int *writing) {
    int ends[2];
    if (pipe(ends) != 0) return errno;
    for (int i = 0; i < 2; i++) {
        int flags = fcntl(ends[i], F_GETFL);
        if (flags < 0 || fcntl(ends[i], F_SETFL, flags | O_NONBLOCK) < 0 || fcntl(ends[i], F_SETFD, FD_CLOEXEC) < 0) {
            int cause = errno;
            close(ends[0]);
            close(ends[1]);
            return cause;
        }
    }
    *reading = ends[0];
    *writing = ends[1];
    return 0;
}

int terminal_guard_is_foreground(int descriptor) { return tcgetpgrp(descriptor) == getpgrp(); }
