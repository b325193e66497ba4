#include "CFreedMemory.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void freed_memory_keep(void) {
#ifdef __GLIBC__
    // At most as much as was used at once stays.
    mallopt(M_TRIM_THRESHOLD, 1 << 29);
    mallopt(M_MMAP_THRESHOLD, 1 << 25);
    // The arenas of threads grow by one page at a time, with a system call for each, where this does not let them begin with
    // all that they may have. What they do not touch takes no memory.
    mallopt(M_TOP_PAD, 1 << 26);
#endif
}
