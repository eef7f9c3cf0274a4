#include "ull-slider-marks.h"

#include "ull-look.h"
#include "ull-units.h"

/* A scale has as many labels as stand beside each other at 100 % text. Of larger ones every second is named, or every third, until none
 * touches the next; all ticks stay. Lengths are pixels of the least width that a slider has, and the labels' size is the style's. */

#define LEAST_TROUGH 236.0
#define MARK_POINTS 8.25
#define MARK_GAP 4.0

static char *
dup_label (const UllLeverStop *stop)
{
  g_autofree char *text = g_markup_escape_text (stop->label, -1);

  return stop->hollow && text[0] != 0 ? g_strdup_printf ("○" ULL_NBSP "%s", text) : g_strdup (stop->hollow ? "○" : text);
}

static double
measure (GtkScale *slider, const char *label)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (slider), label);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  int width;

  pango_attr_list_insert (attributes, pango_attr_size_new ((int) (MARK_POINTS * PANGO_SCALE)));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

static gboolean
fits (GtkScale *slider, const UllLeverScale *scale, guint every)
{
  double end = -G_MAXDOUBLE, span = MAX (scale->upper - scale->lower, 1e-9);
  guint named = 0;

  for (guint i = 0; i < scale->n_stops; i++)
    {
      g_autofree char *label = dup_label (&scale->stop[i]);
      double centre = (scale->stop[i].position - scale->lower) / span * LEAST_TROUGH, half;

      if (label[0] == 0 || named++ % every != 0)
        continue;
      half = measure (slider, label) / 2;
      if (centre - half < end)
        return FALSE;
      end = centre + half + MARK_GAP;
    }
  return TRUE;
}

void
ull_slider_marks_set (GtkScale *slider, const UllLeverScale *scale)
{
  guint every = 1, named = 0;

  while (ull_text_scale (GTK_WIDGET (slider)) > 1 && every < scale->n_stops && !fits (slider, scale, every))
    every++;
  gtk_scale_clear_marks (slider);
  for (guint i = 0; i < scale->n_stops; i++)
    {
      g_autofree char *label = dup_label (&scale->stop[i]);
      gboolean shown = label[0] != 0 && named++ % every == 0;

      gtk_scale_add_mark (slider, scale->stop[i].position, GTK_POS_BOTTOM, shown ? label : NULL);
    }
}
