#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * UllError:
 * @ULL_ERROR_SYNTAX: the text is not the format it claims to be
 * @ULL_ERROR_INVALID: the text was read, but a value is not allowed where it stands
 * @ULL_ERROR_MISSING: a member that the answer needs is absent
 * @ULL_ERROR_UNSUPPORTED: understood well enough to be refused by name
 * @ULL_ERROR_OVERFLOW: a sum or product does not fit 63 bits
 * @ULL_ERROR_IO: a file could not be read or written
 * @ULL_ERROR_USAGE: a value typed by a person is not a value
 *
 * The codes of %ULL_ERROR. A message starts with its place (file, then line or member), says what is wrong and,
 * after a semicolon, what would be right.
 */
typedef enum
{
  ULL_ERROR_SYNTAX,
  ULL_ERROR_INVALID,
  ULL_ERROR_MISSING,
  ULL_ERROR_UNSUPPORTED,
  ULL_ERROR_OVERFLOW,
  ULL_ERROR_IO,
  ULL_ERROR_USAGE,
} UllError;

#define ULL_ERROR (ull_error_quark ())

GQuark ull_error_quark (void);
/* Where in its text an error is: line and column count from 1, columns in characters. @error: (nullable). */
void ull_error_set_place (GError *error, guint line, guint column);
/* FALSE where it has no such place. */
gboolean ull_error_get_place (const GError *error, guint *line, guint *column);

G_END_DECLS
