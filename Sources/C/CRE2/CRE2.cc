#include "CRE2.h"

#include <cstring>
#include <re2/re2.h>

struct fiber_re2 {
    re2::RE2 expression;
    fiber_re2(re2::StringPiece pattern, const re2::RE2::Options &options) : expression(pattern, options) {}
};

fiber_re2 *fiber_re2_compile(
    const char *pattern, size_t length, bool ignores_case, int64_t memory, char *message, size_t capacity) {
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_case_sensitive(!ignores_case);
    options.set_max_mem(memory);
    fiber_re2 *compiled = new fiber_re2(re2::StringPiece(pattern, length), options);
    if (compiled->expression.ok()) return compiled;
    if (capacity > 0) {
        const std::string &error = compiled->expression.error();
        size_t count = error.size() < capacity - 1 ? error.size() : capacity - 1;
        std::memcpy(message, error.data(), count);
        message[count] = 0;
    }
    delete compiled;
    return nullptr;
}

void fiber_re2_free(fiber_re2 *expression) {
    delete expression;
}

bool fiber_re2_find(
    const fiber_re2 *expression, const char *text, size_t length, size_t start, size_t *found_start, size_t *found_end) {
    re2::StringPiece whole(text, length);
    if (found_start == nullptr || found_end == nullptr) {
        return expression->expression.Match(whole, start, length, re2::RE2::UNANCHORED, nullptr, 0);
    }
    re2::StringPiece found;
    if (!expression->expression.Match(whole, start, length, re2::RE2::UNANCHORED, &found, 1)) return false;
    *found_start = static_cast<size_t>(found.data() - text);
    *found_end = *found_start + found.size();
    return true;
}
