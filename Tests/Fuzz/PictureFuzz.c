#include "CPictures.h"
#include <stdlib.h>

// Decodes whatever comes, within limits, and sets what is a picture in characters.
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    fiber_picture_limits limits = {.pixels = 1 << 20, .memory = 4 << 20, .fit_width = 64, .fit_height = 48};
    fiber_picture picture;
    if (fiber_picture_decode(bytes, count, &limits, &picture) == fiber_picture_decoded) {
        if (picture.width > 64 || picture.height > 64 || (uint64_t)picture.source_width * picture.source_height > 1 << 20) {
            abort();
        }
        // Setting costs a hundred times what decoding costs.
        if (count % 64 == 0) {
            fiber_picture_cell cells[8 * 4];
            fiber_picture_draw(
                picture.pixels, picture.width, picture.height, 8, 4, fiber_picture_truecolor, false, 0x102030, cells);
        }
    }
    fiber_picture_free(&picture);
    return 0;
}
