#include "CPictures.h"
#include "pictures.h"
#include <chafa.h>
#include <stdlib.h>

static ChafaCanvasMode mode(fiber_picture_colors colors) {
    switch (colors) {
    case fiber_picture_colorless: return CHAFA_CANVAS_MODE_FGBG;
    case fiber_picture_sixteen: return CHAFA_CANVAS_MODE_INDEXED_16;
    case fiber_picture_palette: return CHAFA_CANVAS_MODE_INDEXED_240;
    case fiber_picture_truecolor: return CHAFA_CANVAS_MODE_TRUECOLOR;
    }
    return CHAFA_CANVAS_MODE_FGBG;
}

static ChafaSymbolMap *new_symbols(ChafaSymbolTags tags) {
    ChafaSymbolMap *symbols = chafa_symbol_map_new();
    chafa_symbol_map_add_by_tags(symbols, tags);
    chafa_symbol_map_remove_by_tags(symbols, CHAFA_SYMBOL_TAG_WIDE | CHAFA_SYMBOL_TAG_BAD);
    return symbols;
}

static ChafaCanvas *new_canvas(uint32_t columns, uint32_t rows, fiber_picture_colors colors, bool ascii) {
    // Blocks and borders are in every font; finer signs are in few.
    ChafaSymbolMap *symbols = new_symbols(
        ascii ? CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_ASCII
              : CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_BLOCK | CHAFA_SYMBOL_TAG_BORDER);
    // Areas of one shade are filled with characters of that density, which matters most with few colours.
    ChafaSymbolMap *shades = new_symbols(
        ascii ? CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_ASCII
              : CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_SOLID | CHAFA_SYMBOL_TAG_STIPPLE);
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_geometry(config, (gint)columns, (gint)rows);
    chafa_canvas_config_set_canvas_mode(config, mode(colors));
    chafa_canvas_config_set_symbol_map(config, symbols);
    if (colors < fiber_picture_palette) chafa_canvas_config_set_fill_symbol_map(config, shades);
    ChafaCanvas *canvas = chafa_canvas_new(config);
    chafa_canvas_config_unref(config);
    chafa_symbol_map_unref(symbols);
    chafa_symbol_map_unref(shades);
    return canvas;
}

/// Returns true if all pixels under a character are transparent.
static bool is_clear(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t columns, uint32_t rows, uint32_t column,
    uint32_t row) {
    uint32_t left = (uint32_t)((uint64_t)column * width / columns), top = (uint32_t)((uint64_t)row * height / rows);
    uint32_t right = (uint32_t)((uint64_t)(column + 1) * width / columns);
    uint32_t bottom = (uint32_t)((uint64_t)(row + 1) * height / rows);
    for (uint32_t y = top; y < bottom || y == top; y++) {
        for (uint32_t x = left; x < right || x == left; x++) {
            if (pixels[((size_t)y * width + x) * 4 + 3] >= 16) return false;
        }
    }
    return true;
}

bool fiber_picture_draw(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t columns, uint32_t rows,
    fiber_picture_colors colors, bool ascii, uint32_t paper, fiber_picture_cell *cells) {
    if (width == 0 || height == 0 || columns == 0 || rows == 0) return false;
    uint8_t *opaque = fiber_picture_flattened(pixels, (size_t)width * height, paper);
    if (opaque == NULL) return false;
    // A picture takes a few milliseconds: threads would cost more than they save.
    chafa_set_n_threads(1);
    ChafaCanvas *canvas = new_canvas(columns, rows, colors, ascii);
    chafa_canvas_draw_all_pixels(
        canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, opaque, (gint)width, (gint)height, (gint)(width * 4));
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column++) {
            fiber_picture_cell *cell = cells + (size_t)row * columns + column;
            gint foreground = -1, background = -1;
            cell->glyph = (uint32_t)chafa_canvas_get_char_at(canvas, (gint)column, (gint)row);
            if (colors != fiber_picture_colorless) {
                chafa_canvas_get_raw_colors_at(canvas, (gint)column, (gint)row, &foreground, &background);
            }
            if (is_clear(pixels, width, height, columns, rows, column, row)) {
                cell->glyph = ' ';
                foreground = background = -1;
            }
            cell->foreground = foreground;
            cell->background = background;
        }
    }
    chafa_canvas_unref(canvas);
    free(opaque);
    return true;
}
