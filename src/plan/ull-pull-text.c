#include "ull-pull-private.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What is said of a lever. Ids are the same in every version and language: scripts and lessons hold them. */

static const struct
{
  const char *name;
  const char *label; /* NULL: the field's */
  UllFieldId field;  /* whose values it takes */
  gboolean by_term;  /* what it changes is a term of the memory, not a step of the sum */
  int term;
  const char *cost;
} texts[ULL_N_PULLS] = {
  [ULL_PULL_MAX_NUM_SEQS] = { "max_num_seqs", NULL, ULL_FIELD_MAX_NUM_SEQS, FALSE, ULL_STEP_RUNNING,
                              N_("Larger batches: each request’s tokens come more slowly") },
  [ULL_PULL_MAX_MODEL_LEN] = { "max_model_len", NULL, ULL_FIELD_MAX_MODEL_LEN, FALSE, ULL_STEP_REQUEST,
                               N_("One request may take more of the pool") },
  [ULL_PULL_UTILIZATION] = { "utilization", NULL, ULL_FIELD_UTILIZATION, FALSE, ULL_STEP_GIVEN,
                             N_("Less slack for fragments and for whatever else uses the card") },
  [ULL_PULL_HEADROOM] = { "headroom", NULL, ULL_FIELD_HEADROOM, TRUE, ULL_TERM_HEADROOM,
                          N_("Less room for what a failed replica leaves to the others") },
  [ULL_PULL_OVERHEAD] = { "overhead", NULL, ULL_FIELD_OVERHEAD, TRUE, ULL_TERM_RUNTIME,
                          N_("Smaller batches of prompts, fewer captured graphs: slower steps") },
  [ULL_PULL_KV_DTYPE] = { "kv_dtype", N_("KV dtype"), ULL_FIELD_K_DTYPE, FALSE, ULL_STEP_BYTES_PER_TOKEN,
                          N_("Precision of the cache: check the answers at full length") },
  [ULL_PULL_V_DTYPE] = { "v_dtype", NULL, ULL_FIELD_V_DTYPE, FALSE, ULL_STEP_BYTES_PER_TOKEN,
                         N_("Precision of the values, and an engine that keeps both formats") },
  [ULL_PULL_K_DTYPE] = { "k_dtype", NULL, ULL_FIELD_K_DTYPE, FALSE, ULL_STEP_BYTES_PER_TOKEN,
                         N_("Precision of the keys, which errors hit harder, and an engine that keeps both formats") },
  [ULL_PULL_PREFIX] = { "prefix_tokens", NULL, ULL_FIELD_PREFIX_TOKENS, FALSE, ULL_STEP_PRIVATE,
                        N_("Every request must begin with the same tokens") },
  [ULL_PULL_CONTEXT] = { "context", NULL, ULL_FIELD_CONTEXT, FALSE, ULL_STEP_REQUEST,
                         N_("Longer requests are cut or refused") },
  [ULL_PULL_CONCURRENCY] = { "concurrency", NULL, ULL_FIELD_CONCURRENCY, FALSE, ULL_STEP_DEMAND,
                             N_("The others wait") },
  [ULL_PULL_HOST] = { "host_offload", NULL, ULL_N_FIELDS, FALSE, ULL_STEP_RETAINED,
                      N_("A transfer on every hit; requests that run stay on the card") },
  [ULL_PULL_WEIGHT_DTYPE] = { "weight_dtype", NULL, ULL_FIELD_WEIGHT_DTYPE, TRUE, ULL_TERM_WEIGHTS,
                              N_("A quantised checkpoint, and its accuracy") },
  [ULL_PULL_DEVICE] = { "device", N_("Card"), ULL_N_FIELDS, FALSE, ULL_STEP_GIVEN, N_("Another card, and its price") },
  [ULL_PULL_MEMORY] = { "memory", N_("Card memory"), ULL_FIELD_AVAILABLE, FALSE, ULL_STEP_GIVEN,
                        N_("Another card, if there is one of that size") },
  [ULL_PULL_TP] = { "tp", NULL, ULL_FIELD_TP, FALSE, ULL_STEP_WEIGHTS_EACH,
                    N_("More cards, and a transfer between them in every layer") },
  [ULL_PULL_KV_HEADS] = { "kv_heads", NULL, ULL_FIELD_KV_HEADS, FALSE, ULL_STEP_BYTES_PER_TOKEN,
                          N_("Another model: heads are part of its training") },
};

static const struct
{
  const char *id;
  const char *label;
} hosts[ULL_N_HOSTS] = {
  [ULL_HOST_RAM] = { "ram", N_("Host memory") },
  [ULL_HOST_NVME] = { "nvme", N_("Host drive") },
};

static const struct
{
  const char *id;
  const char *label;
} gains[] = {
  [ULL_GAIN_ADDS] = { "adds", N_("adds") },
  [ULL_GAIN_SCALES] = { "scales", N_("scales") },
  [ULL_GAIN_BOTH] = { "both", N_("both") },
};

const char *
ull_pull_get_name (UllPullId id)
{
  g_return_val_if_fail ((guint) id < ULL_N_PULLS, NULL);

  return texts[id].name;
}

static const UllDevice *
device_of (const UllPull *pull)
{
  return g_ptr_array_index (ull_device_catalogue (), pull->value);
}

char *
ull_pull_dup_id (const UllPull *pull)
{
  const char *name = ull_pull_get_name (pull->id);
  g_autofree char *value = NULL;

  if (pull->id == ULL_PULL_DEVICE)
    return g_strconcat (name, "=", device_of (pull)->id, NULL);
  if (pull->id == ULL_PULL_HOST)
    return g_strconcat (name, "=", hosts[pull->value].id, NULL);
  value = ull_field_format (ull_field_get (texts[pull->id].field), pull->value);
  return g_strconcat (name, "=", value, NULL);
}

/* The catalogue's card of that id, by its place. */
static gboolean
find_device (const char *id, gint64 *value)
{
  const GPtrArray *devices = ull_device_catalogue ();

  for (guint i = 0; i < devices->len; i++)
    if (g_str_equal (((const UllDevice *) g_ptr_array_index (devices, i))->id, id))
      {
        *value = i;
        return TRUE;
      }
  return FALSE;
}

gboolean
ull_pull_from_id (const char *id, UllPull *pull, GError **error)
{
  const char *equals = strchr (id, '=');
  g_autofree char *name = equals != NULL ? g_strndup (id, (gsize) (equals - id)) : NULL;

  for (int i = 0; i < ULL_N_PULLS; i++)
    {
      if (g_strcmp0 (texts[i].name, name) != 0 || i == ULL_PULL_HOST)
        continue;
      pull->id = (UllPullId) i;
      if (i == ULL_PULL_DEVICE ? find_device (equals + 1, &pull->value)
                               : ull_field_parse (ull_field_get (texts[i].field), equals + 1, &pull->value, NULL))
        return TRUE;
    }
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("“%s”: is no lever and its value; kv_dtype=fp8 would be one"), id);
  return FALSE;
}

/* A size that a search found is the least that is enough: rounded, it might not be. */
static char *
value_label (const UllField *field, gint64 value)
{
  g_autofree char *count = NULL;

  if (field->kind == ULL_KIND_SIZE && value % ULL_MIB == 0)
    return ull_format_size (value);
  if (field->kind != ULL_KIND_COUNT && field->kind != ULL_KIND_SIZE)
    return ull_field_format (field, value);
  count = ull_format_count (value);
  if (field->kind == ULL_KIND_SIZE)
    return g_strconcat (count, ULL_NBSP "B", NULL);
  return field->unit == NULL ? g_steal_pointer (&count) : g_strconcat (count, ULL_NBSP, _(field->unit), NULL);
}

char *
ull_pull_dup_label (const UllPull *pull)
{
  const UllField *field;
  g_autofree char *value = NULL;
  const char *label;

  if (pull->id == ULL_PULL_HOST)
    return g_strdup (_(hosts[pull->value].label));
  if (pull->id == ULL_PULL_DEVICE)
    return g_strdup_printf ("%s" ULL_NBSP "%s", _(texts[pull->id].label), device_of (pull)->name);
  field = ull_field_get (texts[pull->id].field);
  label = texts[pull->id].label != NULL ? _(texts[pull->id].label) : ull_field_get_label (field);
  value = value_label (field, pull->value);
  return g_strdup_printf ("%s" ULL_NBSP "%s", label, value);
}

const char *
ull_pull_get_term_id (UllPullId id)
{
  g_return_val_if_fail ((guint) id < ULL_N_PULLS, NULL);

  return texts[id].by_term ? ull_term_get_id ((UllTermId) texts[id].term) : ull_step_get_id ((UllStepId) texts[id].term);
}

const char *
ull_pull_get_term_label (UllPullId id)
{
  g_return_val_if_fail ((guint) id < ULL_N_PULLS, NULL);

  return texts[id].by_term ? ull_term_get_label ((UllTermId) texts[id].term)
                           : ull_step_get_label ((UllStepId) texts[id].term);
}

const char *
ull_pull_get_cost (UllPullId id)
{
  g_return_val_if_fail ((guint) id < ULL_N_PULLS, NULL);

  return _(texts[id].cost);
}

const char *
ull_gain_get_id (UllGain gain)
{
  return gains[gain].id;
}

const char *
ull_gain_get_label (UllGain gain)
{
  return _(gains[gain].label);
}

char *
ull_pull_row_dup_id (const UllPullRow *row)
{
  g_autofree char *first = ull_pull_dup_id (&row->pull[0]);
  g_autofree char *second = NULL;

  if (row->n_pulls < 2)
    return g_steal_pointer (&first);
  second = ull_pull_dup_id (&row->pull[1]);
  return g_strconcat (first, "+", second, NULL);
}

char *
ull_pull_row_dup_label (const UllPullRow *row)
{
  g_autofree char *first = ull_pull_dup_label (&row->pull[0]);
  g_autofree char *second = NULL;

  if (row->n_pulls < 2)
    return g_steal_pointer (&first);
  second = ull_pull_dup_label (&row->pull[1]);
  return g_strconcat (first, ", ", second, NULL);
}

/* Cards that hold the same cache are paid for, and buy none. */
static char *
copies_cost (const UllPullRow *row)
{
  g_autofree char *copies = ull_format_count (row->copies);

  return g_strdup_printf (_("%s cards hold the same cache each, and buy none"), copies);
}

char *
ull_pull_row_dup_cost (const UllPullRow *row)
{
  GString *cost = g_string_new (NULL);

  for (guint i = 0; i < row->n_pulls; i++)
    {
      g_string_append_printf (cost, "%s%s", i > 0 ? "; " : "", ull_pull_get_cost (row->pull[i].id));
      if (row->pull[i].id == ULL_PULL_TP && row->copies > 1)
        {
          g_autofree char *copies = copies_cost (row);

          g_string_append_printf (cost, "; %s", copies);
        }
    }
  return g_string_free (cost, FALSE);
}
