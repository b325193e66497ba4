#pragma once
#include <stdbool.h>

// Libraries that are loaded when they are first needed. Linked to the program, they would be loaded at every start with all
// that they depend on: libcurl alone brings twenty others, and takes a third of the time of `fiber --version`.

/// Loads the first of these libraries that is installed. Returns NULL if none can be loaded.
///
/// - names: The names of files, ended by NULL.
void *late_library(const char *const *names);

/// Returns the last failure to load a library or to find a function on this thread, and forgets it. Returns NULL if there is
/// none. The text is valid until the next call.
const char *late_failure(void);

/// Finds a function in a library and writes its address to `function`, a pointer to a pointer to a function. Returns false if
/// there is no library or no such function.
bool late_function(void *library, const char *name, void *function);
