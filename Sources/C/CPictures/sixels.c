#include "CPictures.h"
#include "pictures.h"
#include <chafa.h>
#include <stdlib.h>
#include <string.h>

static ChafaCanvas *new_canvas(uint32_t columns, uint32_t rows, uint32_t cell_width, uint32_t cell_height) {
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_geometry(config, (gint)columns, (gint)rows);
    chafa_canvas_config_set_cell_geometry(config, (gint)cell_width, (gint)cell_height);
    chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SIXELS);
    chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_TRUECOLOR);
    ChafaCanvas *canvas = chafa_canvas_new(config);
    chafa_canvas_config_unref(config);
    return canvas;
}

char *fiber_picture_sixels(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t columns, uint32_t rows, uint32_t cell_width,
    uint32_t cell_height, uint32_t paper, size_t *count) {
    if (width == 0 || height == 0 || columns == 0 || rows == 0 || cell_width == 0 || cell_height == 0) return NULL;
    uint8_t *opaque = fiber_picture_flattened(pixels, (size_t)width * height, paper);
    if (opaque == NULL) return NULL;
    chafa_set_n_threads(1);
    ChafaCanvas *canvas = new_canvas(columns, rows, cell_width, cell_height);
    chafa_canvas_draw_all_pixels(
        canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, opaque, (gint)width, (gint)height, (gint)(width * 4));
    GString *sequence = chafa_canvas_print(canvas, NULL);
    char *result = sequence->len > 0 ? malloc(sequence->len) : NULL;
    if (result != NULL) {
        memcpy(result, sequence->str, sequence->len);
        *count = sequence->len;
    }
    g_string_free(sequence, TRUE);
    chafa_canvas_unref(canvas);
    free(opaque);
    return result;
}

void fiber_picture_sixels_free(char *sequence) {
    free(sequence);
}
