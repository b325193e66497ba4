#include "CRsvg.h"

#include <CLateLibrary.h>
#include <stdlib.h>
#include <string.h>

// The parts of the interfaces of librsvg and cairo that are used here. The libraries are loaded only when a picture is drawn:
// linked to the program, they would be loaded at every start, with some twenty others.

typedef struct {
    double x, y, width, height;
} rectangle;

typedef int (*png_writer)(void *closure, const unsigned char *data, unsigned int length);

static struct {
    void *(*new_from_data)(const unsigned char *data, size_t length, void **error);
    int (*render_document)(void *handle, void *cairo, const rectangle *viewport, void **error);
    void (*unref)(void *object);
    void (*error_free)(void *error);
    void *(*surface_create)(int format, int width, int height);
    void *(*create)(void *surface);
    int (*status)(void *cairo);
    void (*destroy)(void *cairo);
    void (*surface_destroy)(void *surface);
    int (*write_png)(void *surface, png_writer writer, void *closure);
} library;

static bool load(void) {
    static const char *const rsvg_names[] = {"librsvg-2.so.2", "librsvg-2.2.dylib", NULL};
    static const char *const cairo_names[] = {"libcairo.so.2", "libcairo.2.dylib", NULL};
    static const char *const glib_names[] = {"libglib-2.0.so.0", "libglib-2.0.0.dylib", NULL};
    static const char *const object_names[] = {"libgobject-2.0.so.0", "libgobject-2.0.0.dylib", NULL};
    if (library.write_png) return true;
    void *rsvg = late_library(rsvg_names), *cairo = late_library(cairo_names), *glib = late_library(glib_names),
         *object = late_library(object_names);
    if (!rsvg || !cairo || !glib || !object) return false;
#define FIND(member, handle, name) late_function(handle, name, &library.member)
    bool found = FIND(new_from_data, rsvg, "rsvg_handle_new_from_data")
        && FIND(render_document, rsvg, "rsvg_handle_render_document")
        && FIND(unref, object, "g_object_unref") && FIND(error_free, glib, "g_error_free")
        && FIND(surface_create, cairo, "cairo_image_surface_create") && FIND(create, cairo, "cairo_create")
        && FIND(status, cairo, "cairo_status") && FIND(destroy, cairo, "cairo_destroy")
        && FIND(surface_destroy, cairo, "cairo_surface_destroy");
    return found && FIND(write_png, cairo, "cairo_surface_write_to_png_stream");
#undef FIND
}

struct bytes {
    unsigned char *data;
    size_t length, room;
};

/// Returns cairo's status for success, or that for a failed write.
static int append(void *closure, const unsigned char *data, unsigned int length) {
    struct bytes *bytes = closure;
    if (bytes->room - bytes->length < length) {
        size_t room = bytes->room * 2 + length;
        unsigned char *larger = realloc(bytes->data, room);
        if (!larger) return 11;
        bytes->data = larger;
        bytes->room = room;
    }
    memcpy(bytes->data + bytes->length, data, length);
    bytes->length += length;
    return 0;
}

enum rsvg_outcome rsvg_draw_png(
    const char *svg, size_t length, int width, int height, unsigned char **png, size_t *png_length) {
    if (!load()) return RSVG_NO_LIBRARY;
    void *error = NULL;
    void *handle = library.new_from_data((const unsigned char *)svg, length, &error);
    if (!handle) {
        if (error) library.error_free(error);
        return RSVG_NOT_DRAWN;
    }
    // CAIRO_FORMAT_ARGB32
    void *surface = library.surface_create(0, width, height);
    void *cairo = library.create(surface);
    rectangle viewport = {0, 0, width, height};
    struct bytes bytes = {NULL, 0, 0};
    // A surface that is too large has a status of its own, which its drawing context takes over.
    bool drawn = library.status(cairo) == 0 && library.render_document(handle, cairo, &viewport, &error)
        && library.write_png(surface, append, &bytes) == 0;
    if (error) library.error_free(error);
    library.destroy(cairo);
    library.surface_destroy(surface);
    library.unref(handle);
    if (!drawn) {
        free(bytes.data);
        return RSVG_NOT_DRAWN;
    }
    *png = bytes.data;
    *png_length = bytes.length;
    return RSVG_DRAWN;
}
