#pragma once

#include "ull-overflow.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 each;   /* bytes of a request */
  gint64 shared; /* of them, the prefix */
  double up_to;  /* fraction of requests of this cell and those before it */
} UllOverflowCell;

struct _UllOverflow
{
  const UllLayout *layout; /* Borrowed */
  gsize n;
  UllOverflowCell *cell; /* n of them, shortest first */
  guint32 *guide;        /* n: of a number in [0, 1), where to look for its cell */
  gint64 longest;        /* tokens */
  gint64 shared;         /* bytes of the prefix as the longest request shares it */
  gboolean alike;        /* every request takes the same */
  double mean, variance;         /* of a request's bytes */
  double own_mean, own_variance; /* the same without the prefix */
};

G_END_DECLS
