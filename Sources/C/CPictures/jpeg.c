#include "pictures.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

/// The maximum number of scans of a progressive picture. A scan of a few bytes can take as long as a whole picture; real
/// pictures have about ten scans.
enum { maximum_scans = 64 };

typedef struct {
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf end;
    fiber_picture_outcome outcome;
} decoding;

static void fail(j_common_ptr info) {
    decoding *state = (decoding *)info->err;
    switch (info->err->msg_code) {
    case JERR_OUT_OF_MEMORY: state->outcome = fiber_picture_no_memory; break;
    // Beyond the maximum memory, libjpeg would need a temporary file, which it does not have.
    case JERR_NO_BACKING_STORE: state->outcome = fiber_picture_too_large; break;
    default: state->outcome = fiber_picture_broken;
    }
    longjmp(state->end, 1);
}

static void handle_message(j_common_ptr info, int level) {
    // Small faults are common and harmless, but a truncated picture is refused.
    if (level < 0 && info->err->msg_code == JWRN_JPEG_EOF) fail(info);
}

static void ignore_message(j_common_ptr info) { (void)info; }

static void limit_scans(j_common_ptr info) {
    if (((j_decompress_ptr)info)->input_scan_number > maximum_scans) {
        ((decoding *)info->err)->outcome = fiber_picture_too_large;
        longjmp(((decoding *)info->err)->end, 1);
    }
}

/// Lets libjpeg do most of the reduction, which is cheaper than decoding all pixels. It scales by eighths; the result is at
/// least `width` × `height`.
static void choose_scale(struct jpeg_decompress_struct *info, uint32_t width, uint32_t height) {
    info->scale_denom = 8;
    for (info->scale_num = 1; info->scale_num < 8; info->scale_num++) {
        jpeg_calc_output_dimensions(info);
        if (info->output_width >= width && info->output_height >= height) break;
    }
    jpeg_calc_output_dimensions(info);
}

/// Converts a row of CMYK to RGBA, in place. Adobe's programs, which write nearly all such pictures, store inverted values.
static void convert_cmyk(uint8_t *row, uint32_t width, bool is_inverted) {
    for (uint32_t x = 0; x < width; x++, row += 4) {
        uint32_t black = is_inverted ? row[3] : 255 - row[3];
        for (int ink = 0; ink < 3; ink++) row[ink] = (uint8_t)((is_inverted ? row[ink] : 255 - row[ink]) * black / 255);
        row[3] = 255;
    }
}

/// Returns the EXIF orientation, or 1 if the picture has none.
static int orientation(const struct jpeg_decompress_struct *info) {
    for (jpeg_saved_marker_ptr marker = info->marker_list; marker != NULL; marker = marker->next) {
        if (marker->data_length > 6 && memcmp(marker->data, "Exif\0\0", 6) == 0) {
            return fiber_exif_orientation(marker->data + 6, marker->data_length - 6);
        }
    }
    return 1;
}

fiber_picture_outcome fiber_decode_jpeg(
    const uint8_t *bytes, size_t count, const fiber_picture_limits *limits, fiber_picture *picture) {
    struct jpeg_decompress_struct info;
    decoding state;
    memset(&info, 0, sizeof info);
    memset(&state, 0, sizeof state);
    // Volatile, because they are changed after setjmp and read after longjmp.
    fiber_reducer *volatile reducer = calloc(1, sizeof(fiber_reducer));
    uint8_t *volatile row = NULL;
    if (reducer == NULL) return fiber_picture_no_memory;

    info.err = jpeg_std_error(&state.errors);
    state.errors.error_exit = fail;
    state.errors.emit_message = handle_message;
    state.errors.output_message = ignore_message;
    state.progress.progress_monitor = limit_scans;
    if (setjmp(state.end) != 0) goto done;
    jpeg_create_decompress(&info);
    info.progress = &state.progress;
    info.mem->max_memory_to_use = (long)limits->memory;
    jpeg_mem_src(&info, bytes, count);
    jpeg_save_markers(&info, JPEG_APP0 + 1, 0xffff);
    if (jpeg_read_header(&info, TRUE) != JPEG_HEADER_OK) {
        state.outcome = fiber_picture_broken;
        goto done;
    }
    if (fiber_is_too_large(info.image_width, info.image_height, limits)) {
        state.outcome = fiber_picture_too_large;
        goto done;
    }
    picture->source_width = info.image_width;
    picture->source_height = info.image_height;
    bool is_cmyk = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
    info.out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
    uint32_t width, height;
    fiber_fit(info.image_width, info.image_height, limits, &width, &height);
    choose_scale(&info, width, height);
    jpeg_start_decompress(&info);
    row = malloc((size_t)info.output_width * 4);
    if (row == NULL || !fiber_reducer_begin(reducer, info.output_width, info.output_height, width, height)) {
        state.outcome = fiber_picture_no_memory;
        goto done;
    }
    while (info.output_scanline < info.output_height) {
        JSAMPROW rows[] = {row};
        jpeg_read_scanlines(&info, rows, 1);
        if (is_cmyk) convert_cmyk(row, info.output_width, info.saw_Adobe_marker);
        fiber_reducer_add(reducer, row);
    }
    fiber_reducer_end(reducer, picture);
    state.outcome = fiber_orient(picture, orientation(&info)) ? fiber_picture_decoded : fiber_picture_no_memory;
done:
    jpeg_destroy_decompress(&info);
    fiber_reducer_drop(reducer);
    free(reducer);
    free(row);
    return state.outcome;
}
