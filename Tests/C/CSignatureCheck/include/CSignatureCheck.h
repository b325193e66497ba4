#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns true if `signature`, two numbers of 32 bytes, is one of the message (ES256 of RFC 7518) by the key whose public
/// point has these two coordinates of 32 bytes.
bool signature_is_valid(const uint8_t *point, const uint8_t *message, size_t length, const uint8_t *signature);
