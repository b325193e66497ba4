#include "CCrashMark.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static const int crash_signals[] = {SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGABRT, SIGSYS};
enum { crash_count = sizeof crash_signals / sizeof crash_signals[0] };
enum { stack_size = 64 * 1024 };

// Static, because a handler has no argument for it.
static struct sigaction former[crash_count];
static _Atomic int mark_descriptor = -1;
static const void *_Atomic mark_text;
static _Atomic size_t mark_length;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t stack_key;
static int installed;

void crash_mark_write(int descriptor, const void *text, size_t length) {
    // A failure cannot be reported. The mark is written last, because it means that the text is complete.
    if (pwrite(descriptor, text, length, 2) < 0 || pwrite(descriptor, "!", 1, 0) < 0) return;
}

static void on_crash(int number, siginfo_t *info, void *context) {
    (void)context;
    int saved = errno;
    int descriptor = mark_descriptor;
    if (descriptor >= 0) crash_mark_write(descriptor, mark_text, mark_length);
    for (int i = 0; i < crash_count; i++) {
        if (crash_signals[i] == number) sigaction(number, &former[i], NULL);
    }
    errno = saved;
    // A fault is repeated with its instruction. A signal that was sent must be sent again.
    if (info->si_code <= 0) raise(number);
}

static void drop_stack(void *memory) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    free(memory);
}

static void install(void) {
    if (pthread_key_create(&stack_key, drop_stack) != 0) return;
    struct sigaction action = {0};
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < crash_count; i++) {
        if (sigaction(crash_signals[i], &action, &former[i]) != 0) {
            while (--i >= 0) sigaction(crash_signals[i], &former[i], NULL);
            return;
        }
    }
    installed = 1;
}

int crash_mark_arm(int descriptor, const void *text) {
    // Nothing is armed while the parts change.
    mark_descriptor = -1;
    mark_length = 0;
    mark_text = text;
    mark_descriptor = descriptor;
    pthread_once(&once, install);
    return installed ? 0 : EAGAIN;
}

void crash_mark_extend(size_t length) {
    mark_length = length;
}

void crash_mark_thread(void) {
    if (!installed || pthread_getspecific(stack_key) != NULL) return;
    stack_t present;
    // Swift's backtracer or the terminal's guard may have given the thread one already, which is then used.
    if (sigaltstack(NULL, &present) != 0 || (present.ss_flags & SS_DISABLE) == 0) return;
    void *memory = malloc(stack_size);
    if (memory == NULL) return;
    stack_t stack = {.ss_sp = memory, .ss_size = stack_size, .ss_flags = 0};
    if (sigaltstack(&stack, NULL) != 0 || pthread_setspecific(stack_key, memory) != 0) {
        sigaltstack(&present, NULL);
        free(memory);
    }
}
