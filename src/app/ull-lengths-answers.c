#include "ull-lengths-answers.h"

#include "ull-clear.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Labels are kept and refilled. A length is a name, its tokens, and how many requests of it fit, side by side with the other
 * lengths; everything else is a row of name and value. A screen reader hears all of a cell or row as its name. */

enum
{
  ROW_P50,
  ROW_P95,
  ROW_P99,
  ROW_MAX,
  ROW_MEAN,
  ROW_REQUEST,
  ROW_RESIDENT,
  ROW_NORMAL,
  ROW_DRAWN,
  ROW_SAFE,
  ROW_BEYOND,
  ROW_PRODUCT,
  N_ROWS,
};

struct _UllLengthsAnswers
{
  GtkWidget parent_instance;

  /* Owned */
  GtkFlowBox *marks;

  /* Borrowed */
  GtkListBox *list;
  GtkLabel *name[N_ROWS];
  GtkLabel *value[N_ROWS];
  GtkLabel *fit[N_ROWS];
};

G_DEFINE_FINAL_TYPE (UllLengthsAnswers, ull_lengths_answers, GTK_TYPE_WIDGET)

static GtkLabel *
make_label (GtkWidget *box, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_valign (label, GTK_ALIGN_BASELINE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static void
add_mark (UllLengthsAnswers *self, int i)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->name[i] = make_label (box, "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->name[i]), "dim-label");
  self->value[i] = make_label (box, "ull-mark-length");
  self->fit[i] = make_label (box, "caption");
  gtk_flow_box_append (self->marks, box);
}

static void
add_row (UllLengthsAnswers *self, int i, GtkSizeGroup *names)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  gtk_widget_add_css_class (row, "ull-lengths-row");
  self->name[i] = make_label (box, NULL);
  self->value[i] = make_label (box, "numeric");
  gtk_widget_set_hexpand (GTK_WIDGET (self->value[i]), TRUE);
  gtk_size_group_add_widget (names, GTK_WIDGET (self->name[i]));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_list_box_append (self->list, row);
}

static void
name_row (GtkWidget *row, const char *name, const char *value, const char *fit)
{
  g_autofree char *said = g_strjoin (", ", name, value, fit, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, said, -1);
}

static void
set_mark (UllLengthsAnswers *self, int i, const char *name, const char *value, const char *fit)
{
  gtk_label_set_text (self->name[i], name);
  gtk_label_set_text (self->value[i], value);
  gtk_label_set_text (self->fit[i], fit);
  name_row (GTK_WIDGET (gtk_flow_box_get_child_at_index (self->marks, i)), name, value, fit);
}

/* A row without a value is not there. */
static void
set_row (UllLengthsAnswers *self, int i, const char *name, const char *value)
{
  GtkWidget *row = GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, i - ROW_MEAN - 1));

  gtk_widget_set_visible (row, value != NULL);
  if (value == NULL)
    return;
  gtk_label_set_text (self->name[i], name);
  gtk_label_set_text (self->value[i], value);
  name_row (row, name, value, NULL);
}

static char *
format_tokens (gint64 tokens)
{
  g_autofree char *count = ull_format_count (tokens);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s token", "%s tokens", (gulong) tokens), count);
}

static char *
format_fit (gint64 requests)
{
  g_autofree char *count = ull_format_count (requests);

  return requests == G_MAXINT64 ? g_strdup (_("any number at once")) : g_strdup_printf (_("%s at once"), count);
}

static char *
format_bytes (gint64 bytes)
{
  return bytes >= ULL_GIB ? ull_format_both (bytes) : ull_format_size (bytes);
}

/* One decimal, and groups of three digits as whole numbers have. */
static char *
format_mean (double mean)
{
  gint64 tenths = (gint64) llround (10 * mean);
  g_autofree char *whole = ull_format_count (tenths / 10);

  return g_strdup_printf (_("%s.%d tokens"), whole, (int) (tenths % 10));
}

static void
set_lengths (UllLengthsAnswers *self, const UllMix *mix)
{
  const char *names[] = { _("Median"), _("95th percentile"), _("99th percentile"), _("Longest") };
  g_autofree char *mean = format_mean (mix->mean), *fit = format_fit (mix->expected_fit);

  for (int i = 0; i < ULL_N_MIX_LENGTHS; i++)
    {
      g_autofree char *tokens = format_tokens (mix->tokens[i]), *most = format_fit (mix->concurrency[i]);

      set_mark (self, ROW_P50 + i, names[i], tokens, most);
    }
  set_mark (self, ROW_MEAN, _("On average"), mean, fit);
}

static void
set_sizes (UllLengthsAnswers *self, const UllMix *mix)
{
  g_autofree char *each = format_bytes (mix->expected_bytes), *deviation = format_bytes (mix->deviation_bytes);
  g_autofree char *request = g_strdup_printf (_("%s on average, deviation %s"), each, deviation);
  g_autofree char *tokens = format_tokens (mix->expected_tokens), *count = ull_format_count (mix->requests);
  g_autofree char *all = NULL, *resident = NULL;
  gint64 together;

  set_row (self, ROW_REQUEST, _("A request takes"), request);
  if (!ull_mul (mix->expected_tokens, mix->requests, &together))
    together = G_MAXINT64;
  all = format_tokens (together);
  resident = g_strdup_printf (_("%s a request, %s of %s"), tokens, all, count);
  set_row (self, ROW_RESIDENT, _("Resident, expected"), resident);
}

static char *
format_per_cent (double probability)
{
  return g_strdup_printf ("%.2f" ULL_NBSP "%%", 100 * probability);
}

static char *
format_drawn (const UllMix *mix, gboolean drawing)
{
  g_autofree char *probability = format_per_cent (mix->monte_carlo), *deviation = format_per_cent (mix->standard_error);
  g_autofree char *trials = ull_format_count (mix->n_trials);

  if (drawing)
    return g_strdup (_("being drawn…"));
  if (!mix->drawn)
    return g_strdup (_("not drawn: more than a million requests fit"));
  return g_strdup_printf (_("%s ± %s in %s draws"), probability, deviation, trials);
}

static void
set_overflow (UllLengthsAnswers *self, const UllMix *mix, gboolean drawing)
{
  g_autofree char *count = ull_format_count (mix->requests);
  g_autofree char *name = g_strdup_printf (_("Overflow of %s"), count);
  g_autofree char *probability = format_per_cent (mix->normal);
  g_autofree char *normal = g_strdup_printf (_("%s by the normal approximation"), probability);
  g_autofree char *drawn = format_drawn (mix, drawing), *safe = format_fit (mix->safe), *by_normal = format_fit (mix->safe_normal);
  g_autofree char *both = drawing ? g_strdup_printf (_("%s by the normal approximation"), by_normal)
                                  : g_strdup_printf (_("%s; by the normal approximation %s"), safe, by_normal);

  set_row (self, ROW_NORMAL, name, normal);
  set_row (self, ROW_DRAWN, _("The same, drawn"), drawn);
  set_row (self, ROW_SAFE, _("Overflow at most 1" ULL_NBSP "%"), both);
}

/* What a server would need if all its sequences were of the model length at once. */
static void
set_product (UllLengthsAnswers *self, const UllMix *mix)
{
  g_autofree char *length = ull_format_count (mix->model_len), *requests = ull_format_count (mix->max_num_seqs);
  g_autofree char *tokens = NULL, *size = NULL, *text = NULL, *beyond = NULL, *share = NULL;

  if (mix->product_tokens >= 0)
    {
      tokens = format_tokens (mix->product_tokens);
      size = format_bytes (mix->product_bytes);
      text = g_strdup_printf (_("%s × %s = %s, %s: a product that no load reaches"), length, requests, tokens, size);
    }
  if (mix->beyond > 0)
    {
      share = format_per_cent (mix->beyond);
      beyond = g_strdup_printf (_("%s of the requests are longer than %s tokens"), share, length);
    }
  set_row (self, ROW_BEYOND, _("Not accepted"), beyond);
  set_row (self, ROW_PRODUCT, _("Length × sequences"), text);
}

void
ull_lengths_answers_set (UllLengthsAnswers *self, const UllMix *mix, gboolean drawing)
{
  g_return_if_fail (ULL_IS_LENGTHS_ANSWERS (self));

  gtk_widget_set_visible (GTK_WIDGET (self), mix != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->marks), mix != NULL);
  if (mix == NULL)
    {
      /* What is withheld is nowhere, not only out of sight. */
      for (int i = 0; i < N_ROWS; i++)
        i <= ROW_MEAN ? set_mark (self, i, "", "", "") : set_row (self, i, "", "");
      return;
    }
  set_lengths (self, mix);
  set_sizes (self, mix);
  set_overflow (self, mix, drawing);
  set_product (self, mix);
}

GtkWidget *
ull_lengths_answers_get_marks (UllLengthsAnswers *self)
{
  g_return_val_if_fail (ULL_IS_LENGTHS_ANSWERS (self), NULL);

  return GTK_WIDGET (self->marks);
}

char *
ull_lengths_answers_dup_row (UllLengthsAnswers *self, guint n)
{
  g_return_val_if_fail (ULL_IS_LENGTHS_ANSWERS (self), NULL);

  if (n >= N_ROWS)
    return NULL;
  return g_strjoin (" | ", gtk_label_get_text (self->name[n]), gtk_label_get_text (self->value[n]),
                    n <= ROW_MEAN ? gtk_label_get_text (self->fit[n]) : NULL, NULL);
}

static void
ull_lengths_answers_dispose (GObject *object)
{
  ull_clear_children (GTK_WIDGET (object));
  g_clear_object (&ULL_LENGTHS_ANSWERS (object)->marks);
  G_OBJECT_CLASS (ull_lengths_answers_parent_class)->dispose (object);
}

static void
ull_lengths_answers_class_init (UllLengthsAnswersClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ull_lengths_answers_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ull_lengths_answers_init (UllLengthsAnswers *self)
{
  g_autoptr (GtkSizeGroup) names = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);

  self->marks = GTK_FLOW_BOX (g_object_ref_sink (gtk_flow_box_new ()));
  gtk_flow_box_set_selection_mode (self->marks, GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (self->marks, ROW_MEAN + 1);
  gtk_flow_box_set_column_spacing (self->marks, 4);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->marks), GTK_ACCESSIBLE_PROPERTY_LABEL, _("How many of each length fit"), -1);
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "ull-sum");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("What the lengths mean"), -1);
  gtk_widget_set_parent (GTK_WIDGET (self->list), GTK_WIDGET (self));
  for (int i = 0; i <= ROW_MEAN; i++)
    add_mark (self, i);
  for (int i = ROW_MEAN + 1; i < N_ROWS; i++)
    add_row (self, i, names);
  ull_lengths_answers_set (self, NULL, FALSE);
}
