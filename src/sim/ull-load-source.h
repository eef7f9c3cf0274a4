#pragma once

#include "ull-load.h"
#include "ull-request-log.h"

G_BEGIN_DECLS

/* A load as a simulation takes it. */
typedef struct
{
  gint64 clients;       /* of a closed loop */
  gint64 requests;      /* in all */
  gint64 block_tokens;
  gint64 max_tokens;    /* the model length: a session that would pass it ends, a heavier tail goes up to it */
  double tail;          /* what lies above the median of a length lies so many powers above it; 1: as it is */
  UllRequestLog *log;   /* Borrowed, longer than the source: of a log; NULL: none */
  UllRequestLogGoOn go_on; /* (nullable): while the log is read */
  gpointer data;
} UllLoadView;

/* (transfer full) */
UllWorkload *ull_load_open (const UllLoad *load, const UllLoadView *view, GError **error);

G_END_DECLS
