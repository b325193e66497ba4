#include "pictures.h"
#include <spng.h>
#include <stdlib.h>

/// The maximum sizes of one chunk and of all chunks other than pixels, such as a colour profile.
enum { maximum_chunk_bytes = 4 << 20, maximum_total_chunk_bytes = 8 << 20 };

static fiber_picture_outcome outcome(int error) {
    switch (error) {
    case SPNG_OK:
    case SPNG_EOI: return fiber_picture_decoded;
    case SPNG_EMEM: return fiber_picture_no_memory;
    case SPNG_EOVERFLOW:
    case SPNG_ECHUNK_LIMITS: return fiber_picture_too_large;
    default: return fiber_picture_broken;
    }
}

/// Reads all rows. `rows` has room for one, or for all if the picture is interlaced: sent in seven passes.
static int read_rows(spng_ctx *png, const struct spng_ihdr *head, uint8_t *rows, fiber_reducer *reducer) {
    size_t length = (size_t)head->width * 4;
    bool is_interlaced = head->interlace_method != 0;
    int error;
    do {
        struct spng_row_info place;
        error = spng_get_row_info(png, &place);
        if (error != SPNG_OK) break;
        error = spng_decode_row(png, is_interlaced ? rows + length * place.row_num : rows, length);
        if ((error == SPNG_OK || error == SPNG_EOI) && !is_interlaced) fiber_reducer_add(reducer, rows);
    } while (error == SPNG_OK);
    if (error == SPNG_EOI && is_interlaced) {
        for (uint32_t y = 0; y < head->height; y++) fiber_reducer_add(reducer, rows + length * y);
    }
    return error;
}

fiber_picture_outcome fiber_decode_png(
    const uint8_t *bytes, size_t count, const fiber_picture_limits *limits, fiber_picture *picture) {
    spng_ctx *png = spng_ctx_new(0);
    if (png == NULL) return fiber_picture_no_memory;
    fiber_reducer reducer = {0};
    uint8_t *rows = NULL;
    struct spng_ihdr head;
    fiber_picture_outcome result;

    int error = spng_set_chunk_limits(png, maximum_chunk_bytes, maximum_total_chunk_bytes);
    if (error == SPNG_OK) error = spng_set_png_buffer(png, bytes, count);
    if (error == SPNG_OK) error = spng_get_ihdr(png, &head);
    if (error != SPNG_OK) {
        result = outcome(error);
        goto done;
    }
    uint64_t held = (uint64_t)head.width * 4 * (head.interlace_method != 0 ? head.height : 1);
    if (fiber_is_too_large(head.width, head.height, limits) || held > limits->memory) {
        result = fiber_picture_too_large;
        goto done;
    }
    picture->source_width = head.width;
    picture->source_height = head.height;
    uint32_t width, height;
    fiber_fit(head.width, head.height, limits, &width, &height);
    rows = malloc(held);
    if (rows == NULL || !fiber_reducer_begin(&reducer, head.width, head.height, width, height)) {
        result = fiber_picture_no_memory;
        goto done;
    }
    error = spng_decode_image(png, NULL, 0, SPNG_FMT_RGBA8, SPNG_DECODE_PROGRESSIVE | SPNG_DECODE_TRNS);
    if (error == SPNG_OK) error = read_rows(png, &head, rows, &reducer);
    result = outcome(error);
    if (result == fiber_picture_decoded) fiber_reducer_end(&reducer, picture);
done:
    fiber_reducer_drop(&reducer);
    free(rows);
    spng_ctx_free(png);
    return result;
}

uint8_t *fiber_picture_png(const uint8_t *pixels, uint32_t width, uint32_t height, size_t *count) {
    if (pixels == NULL || width == 0 || height == 0) return NULL;
    spng_ctx *png = spng_ctx_new(SPNG_CTX_ENCODER);
    if (png == NULL) return NULL;
    struct spng_ihdr head = {
        .width = width, .height = height, .bit_depth = 8, .color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA};
    uint8_t *file = NULL;
    // The file is sent once: speed matters more than size.
    if (spng_set_option(png, SPNG_ENCODE_TO_BUFFER, 1) == SPNG_OK
        && spng_set_option(png, SPNG_IMG_COMPRESSION_LEVEL, 3) == SPNG_OK && spng_set_ihdr(png, &head) == SPNG_OK
        && spng_encode_image(png, pixels, (size_t)width * height * 4, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE) == SPNG_OK) {
        int error;
        file = spng_get_png_buffer(png, count, &error);
    }
    spng_ctx_free(png);
    return file;
}

void fiber_picture_png_free(uint8_t *file) { free(file); }
