#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define LANES 32
#define SCANS scans_by_32
#include "ScansByVectors.h"
#pragma clang attribute pop
#endif
