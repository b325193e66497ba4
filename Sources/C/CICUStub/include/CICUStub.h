#pragma once

// Declares nothing: CICUStub.c defines an object for the linker.
