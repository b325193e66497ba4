#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Signatures with the curve P-256 (ES256 of RFC 7518), made by OpenSSL. Every function may be called from any thread.

/// The size of a key: the private number and the two coordinates of the public point, 32 bytes each.
enum { signing_key_size = 96, signing_signature_size = 64 };

/// Makes a key from the system's random numbers and writes its 96 bytes. Returns false if that fails.
bool signing_key_make(uint8_t *key);

/// Signs the SHA-256 of a message with a key of 96 bytes, and writes the 64 bytes of the signature: its two numbers. Returns
/// false if the key is invalid.
bool signing_key_sign(const uint8_t *key, const uint8_t *message, size_t length, uint8_t *signature);
