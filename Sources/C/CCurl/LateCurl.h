#pragma once
#define CURL_DISABLE_TYPECHECK
#include <CLateLibrary.h>
#include <curl/curl.h>

// The functions of libcurl that are used here, without their prefix.
#define CURL_FUNCTIONS(each) \
    each(global_init) each(getdate) each(slist_append) each(slist_free_all) \
    each(easy_init) each(easy_cleanup) each(easy_setopt) each(easy_getinfo) each(easy_pause) each(easy_strerror) \
    each(multi_init) each(multi_cleanup) each(multi_setopt) each(multi_add_handle) each(multi_remove_handle) \
    each(multi_perform) each(multi_poll) each(multi_info_read)

/// Empty until load_curl has returned true.
static struct {
#define MEMBER(name) __typeof__(&curl_##name) name;
    CURL_FUNCTIONS(MEMBER)
#undef MEMBER
} curl;

/// Loads libcurl, or returns false. On macOS it is part of the system and linked.
static bool load_curl(void) {
#ifdef __APPLE__
#define FIND(name) curl.name = curl_##name;
    CURL_FUNCTIONS(FIND)
    return true;
#else
    // libcurl-gnutls has the same functions under another name of the file, without OpenSSL's results.
    static const char *const names[] = {"libcurl.so.4", NULL};
    void *library = late_library(names);
#define FIND(name) && late_function(library, "curl_" #name, &curl.name)
    return library != NULL CURL_FUNCTIONS(FIND);
#endif
#undef FIND
}
