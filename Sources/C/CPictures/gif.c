#include "pictures.h"
#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

/// The maximum number of blocks before the first frame, such as comments.
enum { maximum_records = 256 };

typedef struct {
    const uint8_t *bytes;
    size_t left;
} input;

static int read_input(GifFileType *gif, GifByteType *target, int wanted) {
    input *source = gif->UserData;
    size_t count = (size_t)wanted < source->left ? (size_t)wanted : source->left;
    memcpy(target, source->bytes, count);
    source->bytes += count;
    source->left -= count;
    return (int)count;
}

/// Moves to the first frame, and sets `transparent` to the index of its transparent colour, or to -1 if it has none. Returns
/// false if there is no frame.
static bool find_frame(GifFileType *gif, int *transparent) {
    *transparent = -1;
    for (int record = 0; record < maximum_records; record++) {
        GifRecordType type;
        if (DGifGetRecordType(gif, &type) == GIF_ERROR) return false;
        if (type == IMAGE_DESC_RECORD_TYPE) return DGifGetImageDesc(gif) != GIF_ERROR;
        if (type != EXTENSION_RECORD_TYPE) return false;
        int code;
        GifByteType *block;
        if (DGifGetExtension(gif, &code, &block) == GIF_ERROR) return false;
        while (block != NULL) {
            if (code == GRAPHICS_EXT_FUNC_CODE && block[0] >= 4) *transparent = block[1] & 1 ? block[4] : -1;
            if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) return false;
        }
    }
    return false;
}

/// Reads all rows, also interlaced ones, into their order from the top.
static bool read_rows(GifFileType *gif, GifByteType *rows) {
    int width = gif->Image.Width, height = gif->Image.Height;
    static const int starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
    if (!gif->Image.Interlace) {
        for (int y = 0; y < height; y++) {
            if (DGifGetLine(gif, rows + (size_t)y * width, width) == GIF_ERROR) return false;
        }
        return true;
    }
    for (int pass = 0; pass < 4; pass++) {
        for (int y = starts[pass]; y < height; y += steps[pass]) {
            if (DGifGetLine(gif, rows + (size_t)y * width, width) == GIF_ERROR) return false;
        }
    }
    return true;
}

static void reduce(
    const GifByteType *rows, int width, int height, const ColorMapObject *map, int transparent, uint8_t *line,
    fiber_reducer *reducer) {
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int index = rows[(size_t)y * width + x];
            uint8_t *pixel = line + (size_t)x * 4;
            memset(pixel, 0, 4);
            if (index == transparent || index >= map->ColorCount) continue;
            pixel[0] = map->Colors[index].Red;
            pixel[1] = map->Colors[index].Green;
            pixel[2] = map->Colors[index].Blue;
            pixel[3] = 255;
        }
        fiber_reducer_add(reducer, line);
    }
}

fiber_picture_outcome fiber_decode_gif(
    const uint8_t *bytes, size_t count, const fiber_picture_limits *limits, fiber_picture *picture) {
    input source = {bytes, count};
    int error = 0, transparent;
    GifFileType *gif = DGifOpen(&source, read_input, &error);
    if (gif == NULL) return error == D_GIF_ERR_NOT_ENOUGH_MEM ? fiber_picture_no_memory : fiber_picture_broken;
    fiber_reducer reducer = {0};
    GifByteType *rows = NULL;
    uint8_t *line = NULL;
    fiber_picture_outcome result = fiber_picture_broken;

    if (!find_frame(gif, &transparent)) goto done;
    const ColorMapObject *map = gif->Image.ColorMap != NULL ? gif->Image.ColorMap : gif->SColorMap;
    int wide = gif->Image.Width, high = gif->Image.Height;
    if (map == NULL || wide <= 0 || high <= 0) goto done;
    if (fiber_is_too_large((uint64_t)wide, (uint64_t)high, limits) || (uint64_t)wide * (uint64_t)high > limits->memory) {
        result = fiber_picture_too_large;
        goto done;
    }
    picture->source_width = (uint32_t)wide;
    picture->source_height = (uint32_t)high;
    uint32_t width, height;
    fiber_fit((uint32_t)wide, (uint32_t)high, limits, &width, &height);
    rows = malloc((size_t)wide * (size_t)high);
    line = malloc((size_t)wide * 4);
    if (rows == NULL || line == NULL
        || !fiber_reducer_begin(&reducer, (uint32_t)wide, (uint32_t)high, width, height)) {
        result = fiber_picture_no_memory;
        goto done;
    }
    if (!read_rows(gif, rows)) goto done;
    reduce(rows, wide, high, map, transparent, line, &reducer);
    fiber_reducer_end(&reducer, picture);
    result = fiber_picture_decoded;
done:
    fiber_reducer_drop(&reducer);
    free(rows);
    free(line);
    DGifCloseFile(gif, &error);
    return result;
}
