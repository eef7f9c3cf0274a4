#include "ull-given-lengths.h"

#include "ull-files.h"
#include "ull-settings.h"

/* A request has one length or a distribution of them. What is wrong with the form is the option's fault, what is wrong in
 * a file is the file's, and is named by its row. */

#define DEFAULT_SEED 1

gboolean
ull_given_lengths (const UllArgs *args, UllLengths **lengths, gint64 *seed, GError **error)
{
  const char *spec = ull_args_get (args, "lengths"), *typed_seed = ull_args_get (args, "seed");
  g_autoptr (GError) fault = NULL;

  *lengths = NULL;
  *seed = DEFAULT_SEED;
  if (typed_seed != NULL && spec == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--seed: begins the draws of --lengths; give both");
      return FALSE;
    }
  if (spec == NULL)
    return TRUE;
  if (ull_args_has (args, "context"))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                   "--lengths: given beside --context; a request has one length or a distribution, give one of the two");
      return FALSE;
    }
  if (typed_seed != NULL
      && !ull_settings_parse ("seed", ULL_KIND_COUNT, 0, G_MAXINT64, typed_seed, seed, error))
    return FALSE;
  *lengths = ull_lengths_new (spec, &ull_file_source, &fault);
  if (*lengths != NULL)
    return TRUE;
  if (g_error_matches (fault, ULL_ERROR, ULL_ERROR_USAGE))
    g_prefix_error (&fault, "--lengths: ");
  g_propagate_error (error, g_steal_pointer (&fault));
  return FALSE;
}
