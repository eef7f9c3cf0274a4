#pragma once

#include <glib.h>

/* What libFuzzer calls, and what fuzz-seeds.c calls with each seed where libFuzzer is not there. */
int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);
