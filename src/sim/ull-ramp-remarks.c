#include "ull-ramp.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* What a load asks for and is not given as it was asked. Lengths are of prompt and answer together unless they are of prompts alone, and are
 * drawn apart: an answer that takes its whole request is cut so that one token of prompt is left, and a prompt shorter than the prefix that it
 * begins with becomes it. How many that are follows from the distributions, whatever the seed draws of them. */

/* Of the requests: less are not worth a sentence. */
#define LEAST_SHARE 0.0005

/* Of requests whose answer leaves less than @least tokens of the whole length to the prompt. */
static double
share_below (const UllLoad *load, gint64 least)
{
  gsize n;
  g_autofree UllLengthCell *cells = ull_lengths_cells (load->lengths, 1, &n);
  double share = 0;

  for (gsize i = 0; i < n; i++)
    share += cells[i].weight * (cells[i].tokens < least ? 1 : 1 - ull_lengths_at_most (load->outputs, cells[i].tokens - least));
  return share;
}

static double
share_cut (const UllLoad *load)
{
  return load->kind == ULL_LOAD_RANDOM && !load->prompts_alone ? share_below (load, 1) : 0;
}

static double
share_lengthened (const UllLoad *load)
{
  if (load->kind != ULL_LOAD_RANDOM || load->prefix_tokens < 2)
    return 0;
  return load->prefix_fraction
         * (load->prompts_alone ? ull_lengths_at_most (load->lengths, load->prefix_tokens - 1) : share_below (load, load->prefix_tokens));
}

static char *
dup_share (double share)
{
  return share < 0.01 ? g_strdup_printf ("%.1f" ULL_NBSP "%%", share * 100) : g_strdup_printf ("%.0f" ULL_NBSP "%%", share * 100);
}

char **
ull_ramp_dup_remarks (const UllRamp *ramp)
{
  const UllLoad *load = ramp->load;
  double cut = share_cut (load), lengthened = share_lengthened (load);
  g_autofree char *cuts = dup_share (cut), *longer = dup_share (lengthened), *prefix = ull_format_count (load->prefix_tokens);
  g_autofree char *copies = ull_format_count (ramp->copies), *cap = ull_format_count (load->cap), *most = ull_format_count (ramp->cap);
  GPtrArray *remarks = g_ptr_array_new ();

  if (cut >= LEAST_SHARE)
    g_ptr_array_add (remarks, g_strdup_printf (_("Lengths are of prompt and answer together: %s of the answers are longer than their request, and are cut to leave it a prompt."), cuts));
  if (lengthened >= LEAST_SHARE)
    g_ptr_array_add (remarks, g_strdup_printf (_("%s of the prompts are shorter than the shared prefix that they begin with, and are made as long as it is: %s tokens."), longer, prefix));
  if (load->cap > ramp->max_num_seqs)
    g_ptr_array_add (remarks, g_strdup_printf (_("The cap of %s is more than the engine’s max sequences: at most %s run at once."), cap, most));
  if (ramp->copies > 1)
    g_ptr_array_add (remarks, g_strdup_printf (_("All figures are of one of %s copies of the engine, and so are its clients."), copies));
  g_ptr_array_add (remarks, NULL);
  return (char **) g_ptr_array_free (remarks, FALSE);
}
