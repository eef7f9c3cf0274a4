#pragma once

#include "ull-stream.h"

G_BEGIN_DECLS

/* The fuzzer's bytes as a file, for readers that stream. */
extern const UllFileSource fuzz_bytes_source;

/* What the next file that is opened holds. */
void fuzz_bytes_set (const guint8 *data, gsize size);

G_END_DECLS
