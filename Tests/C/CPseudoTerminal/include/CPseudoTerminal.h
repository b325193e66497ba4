// Starts a program on a pseudo-terminal: what Swift cannot do (fork, ioctl).
#pragma once
#include <sys/types.h>
#include <termios.h>

struct pseudo_terminal {
    int controller;   // What the program writes can be read here, and what is written here it reads.
    int replica;      // The program's side, kept open: for its modes, before and after.
    int exit_pipe;    // Readable (at its end) once the program and its children have gone.
    pid_t process;
    struct termios modes_before;  // As they were before the program could change them.
};

// Starts `path` as the leader of a new session whose terminal is a new pseudo-terminal. Returns 0 or an errno.
int pseudo_terminal_spawn(
    struct pseudo_terminal *terminal, const char *path, char *const arguments[], char *const environment[],
    const char *directory, int columns, int rows);

// Gives the terminal another size; the program gets SIGWINCH. Returns 0 or an errno.
int pseudo_terminal_resize(int controller, int columns, int rows);

// Waits for the program's state to change: 0 ended, 1 stopped, 2 continued; `status` is the exit status, or minus the
// signal. Returns -1 where nothing has changed yet and `block` is 0.
int pseudo_terminal_state(pid_t process, int block, int *status);

// Closes what is open.
void pseudo_terminal_close(struct pseudo_terminal *terminal);
