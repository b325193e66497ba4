#define _GNU_SOURCE
#include "CPseudoTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

// macOS deprecates vfork, and copies less in fork.
#ifdef __linux__
#define START_CHILD vfork
#else
#define START_CHILD fork
#endif

static int open_pair(int *controller, int *replica) {
    *controller = posix_openpt(O_RDWR | O_NOCTTY);
    if (*controller < 0) return errno;
    if (grantpt(*controller) == 0 && unlockpt(*controller) == 0) {
        const char *name = ptsname(*controller);
        *replica = name == NULL ? -1 : open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
        if (*replica >= 0) {
            fcntl(*controller, F_SETFD, FD_CLOEXEC);
            return 0;
        }
    }
    int cause = errno;
    close(*controller);
    return cause;
}

// Closes all descriptors from `first` on. A program that inherited sockets and pipes of other tests would keep them
// open, and who waits for their end would wait until the program ends.
static void close_from(int first) {
#if defined(__linux__) && defined(SYS_close_range)
    if (syscall(SYS_close_range, first, ~0u, 0) == 0) return;
#endif
    int count = getdtablesize();
    for (int descriptor = first; descriptor < count; descriptor++) close(descriptor);
}

// Only async-signal-safe calls, and no change of memory that the parent reads: it has threads, and shares its memory until the
// program starts. To copy the tables of a large memory takes longer than to start the program.
static void become_program(
    const struct pseudo_terminal *terminal, int exit_end, const char *path, char *const arguments[],
    char *const environment[], const char *directory) {
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setsid();
    ioctl(terminal->replica, TIOCSCTTY, 0);
    for (int descriptor = 0; descriptor < 3; descriptor++) dup2(terminal->replica, descriptor);
    // Stays open in the program: its closing tells that it has gone.
    if (exit_end != 3) dup2(exit_end, 3);
    fcntl(3, F_SETFD, 0);
    close_from(4);
    if (directory != NULL && chdir(directory) != 0) _exit(126);
    execve(path, arguments, environment);
    _exit(127);
}

int pseudo_terminal_spawn(
    struct pseudo_terminal *terminal, const char *path, char *const arguments[], char *const environment[],
    const char *directory, int columns, int rows) {
    int ends[2];
    int cause = open_pair(&terminal->controller, &terminal->replica);
    if (cause != 0) return cause;
    pseudo_terminal_resize(terminal->controller, columns, rows);
    if (pipe(ends) != 0) {
        cause = errno;
        close(terminal->controller);
        close(terminal->replica);
        return cause;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    terminal->exit_pipe = ends[0];
    tcgetattr(terminal->replica, &terminal->modes_before);
    // No handler of the parent may run in the child, which shares its memory.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t process = START_CHILD();
    if (process == 0) become_program(terminal, ends[1], path, arguments, environment, directory);
    cause = process < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    terminal->process = process;
    close(ends[1]);
    if (cause != 0) pseudo_terminal_close(terminal);
    return cause;
}

int pseudo_terminal_resize(int controller, int columns, int rows) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    return ioctl(controller, TIOCSWINSZ, &size) == 0 ? 0 : errno;
}

int pseudo_terminal_state(pid_t process, int block, int *status) {
    int raw = 0;
    pid_t found;
    do {
        found = waitpid(process, &raw, WUNTRACED | WCONTINUED | (block ? 0 : WNOHANG));
    } while (found < 0 && errno == EINTR);
    if (found != process) return -1;
    if (WIFSTOPPED(raw)) return 1;
    if (WIFCONTINUED(raw)) return 2;
    *status = WIFEXITED(raw) ? WEXITSTATUS(raw) : -WTERMSIG(raw);
    return 0;
}

void pseudo_terminal_close(struct pseudo_terminal *terminal) {
    close(terminal->controller);
    close(terminal->replica);
    close(terminal->exit_pipe);
}
