#include "ull-load-json.h"

#include "ull-lengths-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A table of members: what is absent stays as ull_load_new() has it, what is there must be right. A seed is a whole number of
 * up to 63 bits in a file, as its readers know no more. */

#define MOST_SEED G_MAXINT64

typedef struct
{
  const char *name;
  gsize offset;
} Member;

static const Member numbers[] = {
  { "rate", G_STRUCT_OFFSET (UllLoad, rate) },
  { "cv", G_STRUCT_OFFSET (UllLoad, cv) },
  { "on_seconds", G_STRUCT_OFFSET (UllLoad, on_seconds) },
  { "off_seconds", G_STRUCT_OFFSET (UllLoad, off_seconds) },
  { "speed", G_STRUCT_OFFSET (UllLoad, speed) },
  { "prefix_fraction", G_STRUCT_OFFSET (UllLoad, prefix_fraction) },
  { "zipf", G_STRUCT_OFFSET (UllLoad, zipf) },
  { "think_seconds", G_STRUCT_OFFSET (UllLoad, think_seconds) },
  { "patience_seconds", G_STRUCT_OFFSET (UllLoad, patience_seconds) },
};

static const Member counts[] = {
  { "requests", G_STRUCT_OFFSET (UllLoad, requests) },
  { "prefix_tokens", G_STRUCT_OFFSET (UllLoad, prefix_tokens) },
  { "prefixes", G_STRUCT_OFFSET (UllLoad, prefixes) },
  { "turns", G_STRUCT_OFFSET (UllLoad, turns) },
  { "cap", G_STRUCT_OFFSET (UllLoad, cap) },
};

static const char *const steps[ULL_N_STEP_COEFFICIENTS] = { "base_us", "token_us", "context_us" };

static gboolean
find (UllJsonRef object, const char *name, UllJsonRef *value)
{
  return ull_json_get (object, name, value) && ull_json_type (*value) != ULL_JSON_NULL;
}

static gboolean
read_kind (UllJsonRef object, UllLoad *load, GError **error)
{
  g_autofree char *text = NULL;
  UllJsonRef member;

  if (!find (object, "kind", &member))
    return TRUE;
  if ((text = ull_json_read_string (member, error)) == NULL)
    return FALSE;
  for (guint i = 0; i < ULL_N_LOAD_KINDS; i++)
    if (g_str_equal (text, ull_load_kind_get_id ((UllLoadKind) i)))
      {
        load->kind = (UllLoadKind) i;
        return TRUE;
      }
  ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is no kind of load; random, sessions or trace would be right"));
  return FALSE;
}

static gboolean
read_arrivals (UllJsonRef object, UllLoad *load, GError **error)
{
  g_autoptr (GError) fault = NULL;
  g_autofree char *text = NULL;
  UllJsonRef member;

  if (!find (object, "arrivals", &member))
    return TRUE;
  if ((text = ull_json_read_string (member, error)) == NULL)
    return FALSE;
  if (ull_load_parse_arrivals (load, text, &fault))
    return TRUE;
  ull_json_set_error (member, error, ULL_ERROR_INVALID, "%s", fault->message);
  return FALSE;
}

static gboolean
read_lengths (UllJsonRef object, const char *name, UllLoad *load, void (*set) (UllLoad *, UllLengths *), GError **error)
{
  g_autoptr (UllLengths) lengths = NULL;
  UllJsonRef member;

  if (!find (object, name, &member))
    return TRUE;
  if (ull_json_type (member) != ULL_JSON_OBJECT)
    {
      ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is no object; lengths of requests are one"));
      return FALSE;
    }
  if ((lengths = ull_lengths_from_json (member, error)) == NULL)
    return FALSE;
  set (load, lengths);
  return TRUE;
}

static gboolean
read_text (UllJsonRef object, const char *name, GRefString **text, GError **error)
{
  g_autofree char *read = NULL;
  UllJsonRef member;

  g_clear_pointer (text, g_ref_string_release);
  if (!find (object, name, &member))
    return TRUE;
  if ((read = ull_json_read_string (member, error)) == NULL)
    return FALSE;
  *text = g_ref_string_new (read);
  return TRUE;
}

static gboolean
read_step (UllJsonRef object, UllLoad *load, GError **error)
{
  UllJsonRef step, member;

  if (!find (object, "step", &step))
    return TRUE;
  if (ull_json_type (step) != ULL_JSON_OBJECT)
    {
      ull_json_set_error (step, error, ULL_ERROR_INVALID, _("is no object; the times of a step are one"));
      return FALSE;
    }
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    if (find (step, steps[i], &member) && !ull_json_read_double (member, &load->step_us[i], error))
      return FALSE;
  if (find (step, "fitted", &member) && !ull_json_read_bool (member, &load->step_fitted, error))
    return FALSE;
  if (find (step, "hidden_tokens", &member) && !ull_json_read_int (member, &load->step_hidden, error))
    return FALSE;
  return read_text (step, "source", &load->step_source, error);
}

static gboolean
read_figures (UllJsonRef object, UllLoad *load, GError **error)
{
  UllJsonRef member;
  gint64 seed;

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (find (object, numbers[i].name, &member)
        && !ull_json_read_double (member, &G_STRUCT_MEMBER (double, load, numbers[i].offset), error))
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    if (find (object, counts[i].name, &member)
        && !ull_json_read_int (member, &G_STRUCT_MEMBER (gint64, load, counts[i].offset), error))
      return FALSE;
  if (find (object, "prompts_alone", &member) && !ull_json_read_bool (member, &load->prompts_alone, error))
    return FALSE;
  if (!find (object, "seed", &member))
    return TRUE;
  if (!ull_json_read_int (member, &seed, error))
    return FALSE;
  load->seed = (guint64) seed;
  if (seed >= 0)
    return TRUE;
  ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is below 0; a whole number from 0 on would be right"));
  return FALSE;
}

UllLoad *
ull_load_from_json (UllJsonRef object, GError **error)
{
  g_autoptr (UllLoad) load = ull_load_new ();
  g_autoptr (GError) fault = NULL;

  if (ull_json_type (object) != ULL_JSON_OBJECT)
    {
      ull_json_set_error (object, error, ULL_ERROR_INVALID, _("is no object; a load is one"));
      return NULL;
    }
  if (!read_kind (object, load, error) || !read_arrivals (object, load, error) || !read_figures (object, load, error)
      || !read_lengths (object, "lengths", load, ull_load_set_lengths, error)
      || !read_lengths (object, "outputs", load, ull_load_set_outputs, error)
      || !read_text (object, "preset", &load->preset, error) || !read_text (object, "trace", &load->trace, error)
      || !read_step (object, load, error))
    return NULL;
  if (ull_load_check (load, &fault))
    return g_steal_pointer (&load);
  ull_json_set_error (object, error, ULL_ERROR_INVALID, "%s", fault->message);
  return NULL;
}

static JsonObject *
child (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    json_object_set_object_member (object, name, json_object_new ());
  return json_object_get_object_member (object, name);
}

static void
write_text (JsonObject *object, const char *name, const char *text)
{
  if (text != NULL)
    json_object_set_string_member (object, name, text);
  else
    json_object_remove_member (object, name);
}

static void
write_step (const UllLoad *load, JsonObject *step)
{
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    if (isnan (load->step_us[i]))
      json_object_remove_member (step, steps[i]);
    else
      json_object_set_double_member (step, steps[i], load->step_us[i]);
  json_object_set_boolean_member (step, "fitted", load->step_fitted);
  if (load->step_hidden > 0)
    json_object_set_int_member (step, "hidden_tokens", load->step_hidden);
  else
    json_object_remove_member (step, "hidden_tokens");
  write_text (step, "source", load->step_source);
}

void
ull_load_write_json (UllLoad *load, JsonObject *object)
{
  g_autofree char *arrivals = ull_load_dup_arrivals (load);

  write_text (object, "preset", load->preset);
  json_object_set_string_member (object, "kind", ull_load_kind_get_id (load->kind));
  json_object_set_string_member (object, "arrivals", arrivals);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    json_object_set_int_member (object, counts[i].name, G_STRUCT_MEMBER (gint64, load, counts[i].offset));
  json_object_set_int_member (object, "seed", (gint64) (load->seed & MOST_SEED));
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    json_object_set_double_member (object, numbers[i].name, G_STRUCT_MEMBER (double, load, numbers[i].offset));
  json_object_set_boolean_member (object, "prompts_alone", load->prompts_alone);
  ull_lengths_write_json (load->lengths, child (object, "lengths"));
  ull_lengths_write_json (load->outputs, child (object, "outputs"));
  write_text (object, "trace", load->trace);
  write_step (load, child (object, "step"));
}
