#include "ull-config-folder.h"
#include "ull-config-private.h"

#include <glib/gi18n-lib.h>

/* A model whose weights have no size is planned as if they took none of the card, so why it has none is said: a member that the file lacks, or a
 * family some of whose matrices nobody has counted. Files beside the configuration may tell the size all the same, and then the sentence
 * goes; it is known by its beginning. */

static const char *const sentences[] = {
  N_("the size of the weights is not known: %s is not in the file"),
  N_("the size of the weights is not known: not every matrix of the family “%s” is known here"),
};

static void
warn (UllConfigReader *reader, gsize sentence, const char *name)
{
  g_auto (GStrv) around = g_strsplit (_(sentences[sentence]), "%s", 2);

  ull_config_warn (reader, "%s%s%s", around[0], name, around[1]);
}

void
ull_config_warn_of_lack (UllConfigReader *reader)
{
  static const UllMember needed[] = { ULL_MEMBER_HIDDEN, ULL_MEMBER_VOCABULARY, ULL_MEMBER_INTERMEDIATE };
  UllJsonRef ref;

  for (gsize i = 0; ull_config_has_known_matrices (reader) && i < G_N_ELEMENTS (needed); i++)
    if (!ull_config_find (reader, needed[i], &ref))
      {
        warn (reader, 0, ull_config_member_get_name (needed[i]));
        return;
      }
  warn (reader, 1, reader->type ? reader->type : reader->family->id);
}

gboolean
ull_config_is_lack (const char *warning)
{
  for (gsize i = 0; i < G_N_ELEMENTS (sentences); i++)
    {
      g_auto (GStrv) around = g_strsplit (_(sentences[i]), "%s", 2);

      if (g_str_has_prefix (warning, around[0]))
        return TRUE;
    }
  return FALSE;
}
