#pragma once

#include "ull-ramp.h"

G_BEGIN_DECLS

/* A level's figures by name: JSON, CSV and the schema have the same. */
typedef struct
{
  const char *name;
  gsize offset;
  gboolean whole; /* gint64; else a double */
} UllRampColumn;

extern const UllRampColumn ull_ramp_columns[];
extern const guint ull_n_ramp_columns;

/* Of a double: NAN where there is none. */
double ull_ramp_column_get (const UllRampColumn *column, const UllRampLevel *level);

G_END_DECLS
