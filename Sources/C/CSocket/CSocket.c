#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CSocket.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/socket.h>

int socket_accept(int listener) {
#ifdef __linux__
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
#else
    int connection = accept(listener, NULL, NULL);
    if (connection >= 0) fcntl(connection, F_SETFD, FD_CLOEXEC);
    return connection;
#endif
}
