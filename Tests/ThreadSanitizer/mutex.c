// Tells the ThreadSanitizer about the slow path of Swift's `Mutex` on Linux, which the standard library contains without the sanitizer's
// checks. Preloaded: its functions stand before those of the library and call them.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Of the sanitizer's runtime; absent from processes without it, such as the compiler.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define LOCK_NAME "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_NAME "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// `_MutexHandle._lockSlow(_:)`
SWIFT void lockSlowly(uint32_t thread, SELF void *mutex) __asm__(LOCK_NAME);
// `_MutexHandle._unlockSlow()`
SWIFT void unlockSlowly(SELF void *mutex) __asm__(UNLOCK_NAME);

SWIFT void lockSlowly(uint32_t thread, SELF void *mutex) {
    typedef SWIFT void (*Lock)(uint32_t, SELF void *);
    ((Lock)dlsym(RTLD_NEXT, LOCK_NAME))(thread, mutex);
    if (__tsan_acquire) {
        __tsan_acquire(mutex);
    }
}

SWIFT void unlockSlowly(SELF void *mutex) {
    typedef SWIFT void (*Unlock)(SELF void *);
    if (__tsan_release) {
        __tsan_release(mutex);
    }
    ((Unlock)dlsym(RTLD_NEXT, UNLOCK_NAME))(mutex);
}
