#pragma once

#include "ull-config-private.h"

G_BEGIN_DECLS

#define ULL_MAX_SIZE_NAMES 2

/* A size's members, the first that is there wins, and what the class takes where none is. */
typedef struct
{
  const char *names[ULL_MAX_SIZE_NAMES];
  gint32 fallback; /* 0: none */
  gboolean always; /* the fallback holds in a file of its own too, not only in a nested object */
} UllConfigSize;

/* The first of the names that is there and not null. */
gboolean ull_config_find_size (UllJsonRef object, const UllConfigSize *size, UllJsonRef *value);
/* A member of @object, at least 1. */
gboolean ull_config_read_size (
  UllConfigReader *reader, UllJsonRef object, const UllConfigSize *size, gint64 *value, GError **error);

G_END_DECLS
