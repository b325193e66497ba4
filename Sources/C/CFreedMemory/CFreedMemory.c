#include "CFreedMemory.h"

#include <stdint.h>
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/// The maximum size of the heap of a thread in bytes.
static const int growth = 1 << 26;

/// Grows the heap of the main thread at once, and asks for large pages there. The first use of a page takes the system about a
/// microsecond, whatever its size.
static void use_large_pages(void) {
#ifdef MADV_HUGEPAGE
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = (uintptr_t)sbrk(0);
    // More than the rest of the heap, so that it grows. Volatile, because compilers remove such pairs of calls.
    void *volatile block = malloc(1 << 20);
    free(block);
    uintptr_t end = (uintptr_t)sbrk(0);
    begin = (begin + page - 1) / page * page;
    // If the system has no large pages, small ones serve.
    if (begin < end) (void)madvise((void *)begin, end - begin, MADV_HUGEPAGE);
#endif
}
#endif

void freed_memory_keep(void) {
#ifdef __GLIBC__
    // At most as much as was used at once stays.
    mallopt(M_TRIM_THRESHOLD, 1 << 29);
    mallopt(M_MMAP_THRESHOLD, 1 << 25);
    // With a limit of address space, none is reserved.
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) return;
    // Otherwise the heaps of other threads grow by single pages, with a system call for each. Unused pages take no memory.
    mallopt(M_TOP_PAD, growth);
    use_large_pages();
#endif
}
