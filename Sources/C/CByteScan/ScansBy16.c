#define LANES 16
#define SCANS scans_by_16
#include "ScansByVectors.h"
