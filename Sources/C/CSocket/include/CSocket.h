// A call on sockets that Swift's module of glibc lacks.
#pragma once

/// Accepts a connection that child processes do not inherit, in one call on Linux: another thread may start a program
/// between two. Returns -1 and sets errno if there is an error.
int socket_accept(int listener);
