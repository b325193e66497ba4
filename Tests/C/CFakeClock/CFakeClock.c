#define _GNU_SOURCE
#include "CFakeClock.h"

#ifdef __linux__
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// Returns 1 and the time if FAKE_CLOCK is set.
static int fake(struct timespec *time) {
    const char *text = getenv("FAKE_CLOCK");
    if (!text) return 0;
    long long milliseconds = atoll(text);
    time->tv_sec = milliseconds / 1000;
    time->tv_nsec = milliseconds % 1000 * 1000000;
    return 1;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int isTimeOfDay = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (isTimeOfDay && fake(time)) return 0;
    return (int)syscall(SYS_clock_gettime, clock, time);
}

int gettimeofday(struct timeval *restrict value, void *restrict zone) {
    (void)zone;
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
    value->tv_sec = now.tv_sec;
    value->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
#endif
