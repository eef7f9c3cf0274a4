#pragma once

#include "ull-fit.h"
#include "ull-given-beside.h"
#include "ull-ramp.h"
#include "ull-surge.h"

G_BEGIN_DECLS

/* What else was asked for: each may be NULL, and its ramp. */
typedef struct
{
  const UllFit *fit;            /* to what the step was fitted */
  const UllSurge *surge;        /* a burst */
  const UllGivenBeside *beside; /* an earlier ramp */
} UllRampExtras;

void ull_ramp_report_json (const UllRamp *ramp, const UllRampExtras *extras, GString *out);
void ull_ramp_report_text (const UllRamp *ramp, const UllRampExtras *extras, GString *out);
/* A row a level, the members of --json as columns, of every line. */
void ull_ramp_report_csv (const UllRamp *ramp, GString *out);

/* A row a request. */
typedef struct
{
  GString *out; /* Borrowed */
  gint64 concurrency;
} UllRequestRows;

void ull_ramp_report_request_header (GString *out);
void ull_ramp_report_request (const UllRequestRows *rows, const UllRampRequest *request);

G_END_DECLS
