#include "ull-chart-options.h"

#include "ull-calibration.h"
#include "ull-near.h"
#include "ull-ramp-picture.h"
#include "ull-settings.h"
#include "ull-surge-picture.h"

/* Sizes are bounded so that the largest picture stays within the pixels that a .png is exported with. */

#define LEAST_SIDE 200
#define MOST_SIDE 4096
#define STRIP_HEIGHT 300
#define MOST_SCALE 4

static gboolean
read_kind (const UllArgs *args, UllChartKind *kind, GError **error)
{
  const char *names[ULL_N_CHARTS + 4] = { NULL };
  const char *name = ull_args_get_operand (args, 0);
  const char *near;

  for (int i = 0; i < ULL_N_CHARTS; i++)
    {
      names[i] = ull_chart_kind_get_id ((UllChartKind) i);
      *kind = (UllChartKind) i;
      if (g_strcmp0 (names[i], name) == 0)
        return TRUE;
    }
  names[ULL_N_CHARTS] = ULL_CALIBRATION_ID;
  *kind = ULL_N_CHARTS;
  names[ULL_N_CHARTS + 1] = ULL_RAMP_CHART_ID;
  names[ULL_N_CHARTS + 2] = ULL_SURGE_CHART_ID;
  for (guint i = ULL_N_CHARTS; name != NULL && names[i] != NULL; i++)
    if (g_str_equal (name, names[i]))
      return TRUE;
  near = name != NULL ? ull_near_find (name, names) : NULL;
  if (name == NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "no chart is named; write memory, curves, layers, lengths, levers, calibration, ramp or surge");
  else if (near != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "%s: is no chart; did you mean %s?", name, near);
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "%s: is no chart; write memory, curves, layers, lengths, levers, calibration, ramp or surge", name);
  return FALSE;
}

static gboolean
read_number (const UllArgs *args, const char *option, gint64 min, gint64 max, double *number, GError **error)
{
  const char *text = ull_args_get (args, option);
  gint64 value;

  if (text == NULL)
    return TRUE;
  if (!ull_settings_parse (option, ULL_KIND_COUNT, min, max, text, &value, error))
    return FALSE;
  *number = (double) value;
  return TRUE;
}

static gboolean
read_look (const UllArgs *args, UllLook *look, GError **error)
{
  static const struct
  {
    const char *name;
    UllLook look;
  } looks[] = { { "light", ULL_LOOK_LIGHT }, { "dark", ULL_LOOK_DARK }, { "print", ULL_LOOK_PRINT } };
  const char *name = ull_args_get (args, "style");

  *look = ULL_LOOK_LIGHT;
  if (name == NULL)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (looks); i++)
    if (g_str_equal (looks[i].name, name))
      {
        *look = looks[i].look;
        return TRUE;
      }
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
               "--style: “%s” is no style; light, dark or print would be right", name);
  return FALSE;
}

gboolean
ull_chart_options_read (const UllArgs *args, UllChartSpec *spec, double *scale, GError **error)
{
  *spec = (UllChartSpec){ .width = 1200, .height = 800, .text_scale = 1, .title = TRUE };
  spec->caption = !ull_args_has (args, "no-caption");
  *scale = 2;
  if (!read_kind (args, &spec->kind, error))
    return FALSE;
  /* A strip is a strip. */
  if (spec->kind == ULL_CHART_LAYERS)
    spec->height = STRIP_HEIGHT;
  return read_number (args, "width", LEAST_SIDE, MOST_SIDE, &spec->width, error)
         && read_number (args, "height", LEAST_SIDE, MOST_SIDE, &spec->height, error)
         && read_number (args, "scale", 1, MOST_SCALE, scale, error) && read_look (args, &spec->look, error);
}
