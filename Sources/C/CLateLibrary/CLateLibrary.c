#include "CLateLibrary.h"

#include <dlfcn.h>
#include <string.h>

void *late_library(const char *const *names) {
    for (; *names; names++) {
        void *library = dlopen(*names, RTLD_LAZY | RTLD_LOCAL);
        if (library) return library;
    }
    return NULL;
}

const char *late_failure(void) { return dlerror(); }

bool late_function(void *library, const char *name, void *function) {
    void *found = library ? dlsym(library, name) : NULL;
    memcpy(function, &found, sizeof found);
    return found != NULL;
}
