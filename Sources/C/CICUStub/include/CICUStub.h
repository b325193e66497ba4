#pragma once

// Nothing to call: see stub.c.
