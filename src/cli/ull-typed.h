#pragma once

#include "ull-args.h"

G_BEGIN_DECLS

/* Names the option in an error that the core found only when all was put together: "Tensor parallel: 3 does not divide…" becomes
 * "--tp: 3 does not divide…", a fault of usage. Left alone where what it is about was not typed, but is a file's. */
void ull_typed_name_option (const UllArgs *args, GError **error);

G_END_DECLS
