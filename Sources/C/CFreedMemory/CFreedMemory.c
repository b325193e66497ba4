#include "CFreedMemory.h"

#include <stdint.h>
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/// As much as the memory of a thread can have in one piece.
static const int growth = 1 << 26;

/// Lets the memory of the main thread grow at once, and asks for large pages there. Each page that is used for the first time
/// takes the system about a microsecond, whatever its size.
static void use_large_pages(void) {
#ifdef MADV_HUGEPAGE
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = (uintptr_t)sbrk(0);
    // More than is left of what the memory has grown to before. Volatile, since compilers leave such pairs out.
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
    // Under a limit, address space is not for the asking.
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) return;
    // Otherwise the memory of other threads grows by single pages, with a system call for each. What is not used takes no
    // memory.
    mallopt(M_TOP_PAD, growth);
    use_large_pages();
#endif
}
