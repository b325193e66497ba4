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
    mallopt(M_TOP_PAD, 1 << 20);
#endif
}
