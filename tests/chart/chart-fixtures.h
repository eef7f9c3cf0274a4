#pragma once

#include "ull-chart.h"

G_BEGIN_DECLS

/* Scenarios that the chart tests share. Each returns a new scenario. */

typedef struct
{
  const char *name;
  UllScenario *(*make) (void);
} ChartFixture;

const ChartFixture *chart_fixtures (guint *n);
UllScenario *chart_fixture (const char *name);

/* One change after another; a value that is not allowed ends the test. */
void chart_set (UllScenario **scenario, UllFieldId field, gint64 value);

/* A dense decoder of 16-bit elements with @positions (-1: unknown). */
UllScenario *chart_dense (const char *name, gint64 layers, gint64 query_heads, gint64 kv_heads, gint64 head_dim,
                          gint64 positions, UllDevice *device);

G_END_DECLS
