#include "ull-error.h"

/* A place travels beside the message, which is translated and says it in words of its own. */

typedef struct
{
  guint line; /* 0: none */
  guint column;
} UllErrorPrivate;

static void
ull_error_private_init (UllErrorPrivate *place)
{
}

static void
ull_error_private_copy (const UllErrorPrivate *from, UllErrorPrivate *to)
{
  *to = *from;
}

static void
ull_error_private_clear (UllErrorPrivate *place)
{
}

G_DEFINE_EXTENDED_ERROR (UllError, ull_error)

void
ull_error_set_place (GError *error, guint line, guint column)
{
  UllErrorPrivate *place = error != NULL && error->domain == ULL_ERROR ? ull_error_get_private (error) : NULL;

  if (place != NULL)
    *place = (UllErrorPrivate) { line, column };
}

gboolean
ull_error_get_place (const GError *error, guint *line, guint *column)
{
  const UllErrorPrivate *place = error != NULL && error->domain == ULL_ERROR ? ull_error_get_private (error) : NULL;

  *line = place != NULL ? place->line : 0;
  *column = place != NULL ? place->column : 0;
  return *line > 0;
}
