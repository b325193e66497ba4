#ifndef FIBER_CICUSTUB_H
#define FIBER_CICUSTUB_H

// Nothing to call: see stub.c.

#endif
