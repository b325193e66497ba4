#include "CFreedMemory.h"

#include <stdint.h>
#include <stdlib.h>

#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

#ifdef __GLIBC__
#include <malloc.h>
#endif

void freed_memory_keep(void) {
#ifdef __GLIBC__
    // At most as much as was used at once stays.
    mallopt(M_TRIM_THRESHOLD, 1 << 29);
    mallopt(M_MMAP_THRESHOLD, 1 << 25);
    mallopt(M_TOP_PAD, 1 << 20);
#endif
}

void thread_take_short_turns(void) {
#if defined(__linux__) && defined(SYS_sched_setattr)
    // The C library has no declaration of it. See sched_setattr(2).
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime, deadline, period;
    } attributes = {.size = 48};
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return;
    // Not for the threads and processes that this one starts.
    attributes.flags |= 1;
    // Nanoseconds; the least that Linux allows. Before 6.12 it ignores them.
    attributes.runtime = 100000;
    // It is a wish: what the kernel refuses stays as it was.
    (void)syscall(SYS_sched_setattr, 0, &attributes, 0);
#endif
}
