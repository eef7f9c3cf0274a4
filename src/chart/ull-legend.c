/* Entries stand one behind the other from where reading begins, and go on in the next line where one has no room. */
#include "ull-legend.h"

#include "ull-text.h"

#define LINE 1.5  /* em */
#define LABEL 1.4 /* em, from an entry's beginning to its text */
#define APART 1.5 /* em */

/* Whole characters from the front, and a mark that there were more; a name of a file may be of any length. (transfer full) */
static char *
shorten (UllDraft *draft, const char *text, double width)
{
  for (glong n = g_utf8_strlen (text, -1); n > 0; n--)
    {
      g_autofree char *front = g_utf8_substring (text, 0, n), *cut = g_strconcat (front, "…", NULL);

      if (ull_text_width (draft->context, cut, draft->text, 400) <= width)
        return g_steal_pointer (&cut);
    }
  return g_strdup ("…");
}

static void
draw_entry (UllDraft *draft, const UllLegendEntry *entry, const char *text, double x, double y)
{
  gboolean rtl = draft->spec->rtl;
  double em = draft->em, middle = x + 0.45 * em, label = x + LABEL * em;

  if (rtl)
    middle = draft->left + draft->right - middle, label = draft->left + draft->right - label;
  ull_scene_add_rect (draft->scene, "legend", middle - entry->width * em / 2, y - 0.35 * em - entry->height * em / 2, entry->width * em,
                      entry->height * em)->fill = entry->fill;
  ull_scene_add_text (draft->scene, "legend", label, y, text, draft->text, 400, rtl ? ULL_ANCHOR_END : ULL_ANCHOR_START,
                      ull_draft_ink (draft, ULL_INK_DIM));
}

void
ull_legend_draw (UllDraft *draft, const UllLegendEntry *entries, guint n)
{
  double em = draft->em, x = draft->left, whole = draft->right - draft->left - LABEL * em;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = NULL;
      double width;

      if (entries[i].text == NULL)
        continue;
      text = g_strdup (entries[i].text);
      width = ull_text_width (draft->context, text, draft->text, 400);
      if (width > whole)
        {
          g_free (text);
          text = shorten (draft, entries[i].text, whole);
          width = whole;
        }
      width += LABEL * em;
      if (x > draft->left && x + width > draft->right)
        {
          x = draft->left;
          draft->top += LINE * em;
        }
      draw_entry (draft, &entries[i], text, x, draft->top + em);
      x += width + APART * em;
    }
  draft->top += (LINE + 0.5) * em;
}
