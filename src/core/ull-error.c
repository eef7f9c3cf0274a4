#include "ull-error.h"

G_DEFINE_QUARK (ull-error-quark, ull_error)
