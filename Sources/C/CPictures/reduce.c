#include "pictures.h"
#include <stdlib.h>
#include <string.h>

/// The sums for a pixel of the result: red, green and blue times opacity, opacity, and the number of pixels.
enum { parts = 5 };

bool fiber_reducer_begin(
    fiber_reducer *reducer, uint32_t source_width, uint32_t source_height, uint32_t width, uint32_t height) {
    memset(reducer, 0, sizeof *reducer);
    reducer->source_width = source_width;
    reducer->source_height = source_height;
    reducer->width = width < source_width ? width : source_width;
    reducer->height = height < source_height ? height : source_height;
    reducer->sums = calloc((size_t)reducer->width * parts, sizeof *reducer->sums);
    reducer->pixels = calloc((size_t)reducer->width * reducer->height, 4);
    if (reducer->sums != NULL && reducer->pixels != NULL) return true;
    fiber_reducer_drop(reducer);
    return false;
}

static uint32_t target_row(const fiber_reducer *reducer, uint32_t row) {
    return (uint32_t)((uint64_t)row * reducer->height / reducer->source_height);
}

static void write_row(fiber_reducer *reducer, uint32_t row) {
    uint8_t *pixel = reducer->pixels + (size_t)row * reducer->width * 4;
    const uint64_t *sum = reducer->sums;
    for (uint32_t x = 0; x < reducer->width; x++, pixel += 4, sum += parts) {
        if (sum[3] > 0) {
            for (int part = 0; part < 3; part++) pixel[part] = (uint8_t)((sum[part] + sum[3] / 2) / sum[3]);
        }
        if (sum[4] > 0) pixel[3] = (uint8_t)((sum[3] + sum[4] / 2) / sum[4]);
    }
    memset(reducer->sums, 0, (size_t)reducer->width * parts * sizeof *reducer->sums);
}

void fiber_reducer_add(fiber_reducer *reducer, const uint8_t *row) {
    if (reducer->row >= reducer->source_height) return;
    uint64_t end = 0;
    uint32_t x = 0;
    for (uint32_t target = 0; target < reducer->width; target++) {
        uint64_t *sum = reducer->sums + (size_t)target * parts;
        end = (uint64_t)(target + 1) * reducer->source_width / reducer->width;
        for (; x < end; x++, row += 4) {
            sum[0] += (uint64_t)row[0] * row[3];
            sum[1] += (uint64_t)row[1] * row[3];
            sum[2] += (uint64_t)row[2] * row[3];
            sum[3] += row[3];
            sum[4] += 1;
        }
    }
    uint32_t target = target_row(reducer, reducer->row);
    reducer->row++;
    if (reducer->row == reducer->source_height || target_row(reducer, reducer->row) != target) write_row(reducer, target);
}

void fiber_reducer_end(fiber_reducer *reducer, fiber_picture *picture) {
    picture->width = reducer->width;
    picture->height = reducer->height;
    picture->pixels = reducer->pixels;
    reducer->pixels = NULL;
    fiber_reducer_drop(reducer);
}

void fiber_reducer_drop(fiber_reducer *reducer) {
    free(reducer->sums);
    free(reducer->pixels);
    reducer->sums = NULL;
    reducer->pixels = NULL;
}
