#include "ull-config-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The way through a config.json: find the language model's object, its family, the family's rule, and let
 * the rule make the stores. Three answers: a model; an error with its place; refused by name, which is
 * every family whose rule is not written and every type that is not in the table, unless the person wants
 * it read as plain attention. */

typedef gboolean (*ReadRule) (UllConfigReader *reader, UllModel *facts, GError **error);

static const ReadRule rules[ULL_N_RULES] = {
  [ULL_RULE_DENSE] = ull_config_read_attention,     [ULL_RULE_WINDOW] = ull_config_read_attention,
  [ULL_RULE_LATENT] = ull_config_read_latent,       [ULL_RULE_STATE] = ull_config_read_state,
  [ULL_RULE_SHARED] = ull_config_read_attention,    [ULL_RULE_PER_LAYER] = ull_config_read_per_layer,
  [ULL_RULE_SIDE] = ull_config_read_side,           [ULL_RULE_COMPRESSED] = ull_config_read_compressed,
  [ULL_RULE_INDEXED] = ull_config_read_attention,
};

static void
reader_clear (UllConfigReader *reader)
{
  g_clear_pointer (&reader->type, g_free);
  g_clear_pointer (&reader->warnings, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (UllConfigReader, reader_clear)

/* Other files that lie beside a config.json and are opened by mistake. */
static gboolean
refuse_other_files (UllJsonRef top, GError **error)
{
  static const struct
  {
    const char *member;
    const char *what;
  } others[] = {
    { "weight_map", N_("this is an index of weight files; the config.json beside it would be right") },
    { "n_kv_heads",
      N_("this is Mistral’s or Meta’s own params.json; the config.json beside it would be right") },
    { "ffn_dim_multiplier", N_("this is Meta’s own params.json; the config.json beside it would be right") },
    { "tokenizer_class",
      N_("this is a tokenizer’s configuration; the config.json beside it would be right") },
  };
  UllJsonRef ref;

  if (ull_json_type (top) != ULL_JSON_OBJECT)
    {
      ull_json_set_error (top, error, ULL_ERROR_INVALID,
                          _("this is no configuration; an object would be right"));
      return FALSE;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    if (ull_json_get (top, others[i].member, &ref) && !ull_json_get (top, "model_type", &ref)
        && !ull_json_get (top, "architectures", &ref))
      {
        ull_json_set_error (top, error, ULL_ERROR_UNSUPPORTED, "%s", _(others[i].what));
        return FALSE;
      }
  return TRUE;
}

static char *
get_architecture (const UllConfigReader *reader, UllJsonRef *ref)
{
  UllJsonRef list;

  if (!ull_config_find_named (reader, "architectures", &list) || ull_json_type (list) != ULL_JSON_ARRAY
      || !ull_json_first (list, ref))
    return NULL;
  return ull_json_read_string (*ref, NULL);
}

/* model_type decides, and the class where there is none. The first conversions of Mixtral call themselves
 * mistral: the one case in which the class is believed. */
static gboolean
find_family (UllConfigReader *reader, GError **error)
{
  UllJsonRef class_ref = reader->text;
  g_autofree char *architecture = get_architecture (reader, &class_ref);
  g_autofree char *type = NULL;

  if (ull_config_find_named (reader, "model_type", &reader->type_ref))
    {
      type = ull_json_read_string (reader->type_ref, error);
      if (!type)
        return FALSE;
    }
  if (type && type[0] != '\0')
    {
      gboolean mixtral = strcmp (type, "mistral") == 0 && g_strcmp0 (architecture, "MixtralForCausalLM") == 0;
      reader->family = ull_config_family_by_type (mixtral ? "mixtral" : type);
      reader->type = ull_json_dup_shown (type);
      return TRUE;
    }

  reader->type_ref = class_ref;
  if (!architecture)
    {
      reader->family = ull_config_family_by_members (reader, &reader->type_ref);
      reader->type = reader->family ? g_strdup (reader->family->id) : NULL;
      return TRUE;
    }
  reader->family = ull_config_family_by_architecture (architecture);
  reader->type = reader->family ? g_strdup (reader->family->id) : ull_json_dup_shown (architecture);
  return TRUE;
}

static gboolean
take_as_plain (UllConfigReader *reader, GError **error)
{
  if (!ull_config_check_markers (reader, error))
    return FALSE;
  if (reader->flags & ULL_CONFIG_AS_PLAIN)
    {
      reader->family = ull_config_family_plain ();
      return TRUE;
    }

  if (reader->type)
    ull_json_set_error (reader->type_ref, error, ULL_ERROR_UNSUPPORTED,
                        _("“%s” is not a known family; --as-plain would read it as plain attention"),
                        reader->type);
  else
    ull_json_set_error (
      reader->text, error, ULL_ERROR_UNSUPPORTED,
      _("neither model_type nor architectures names a family; --as-plain would read it as plain "
        "attention"));
  return FALSE;
}

static gboolean
read_stores (UllConfigReader *reader, UllModel *facts, GError **error)
{
  if (!refuse_other_files (reader->top, error))
    return FALSE;
  ull_config_find_text (reader);
  if (!find_family (reader, error))
    return FALSE;

  facts->as_plain = !reader->family;
  if (!reader->family && !take_as_plain (reader, error))
    return FALSE;
  return ull_config_read_positions (reader, error) && rules[reader->family->rule](reader, facts, error);
}

/* A name as it is published, "organisation/model"; paths on someone's disk are not names. */
static char *
get_published_name (UllJsonRef top)
{
  UllJsonRef ref;
  g_autofree char *path = ull_json_get (top, "_name_or_path", &ref) ? ull_json_read_string (ref, NULL) : NULL;
  const char *slash = path ? strchr (path, '/') : NULL;

  if (!slash || slash == path || slash[1] == '\0' || strchr (slash + 1, '/') || path[0] == '.'
      || path[0] == '~')
    return NULL;
  return ull_json_dup_shown (slash + 1);
}

static char *
get_name (UllJsonRef top, const char *title)
{
  char *published = get_published_name (top);
  if (published)
    return published;
  if (title)
    return g_strdup (title);

  const char *file = ull_json_get_name (top.json);
  return g_str_has_suffix (file, ".json") ? g_strndup (file, strlen (file) - strlen (".json"))
                                          : g_strdup (file);
}

UllModel *
ull_config_read (UllJsonRef top, const UllConfigSource *source, UllConfigFlags flags, GError **error)
{
  g_auto (UllConfigReader) reader = {
    .top = top,
    .text = top,
    .type_ref = top,
    .flags = flags,
    .parameters = source->parameters,
    .quantisation = source->quantisation,
    .fault = source->fault,
    .warnings = g_ptr_array_new_with_free_func (g_free),
  };
  UllModel facts = { .parameters = -1, .weight_bytes = -1, .max_positions = -1, .state_dtype = ULL_DTYPE_UNKNOWN };

  if (!read_stores (&reader, &facts, error))
    {
      /* A rule may have made its layers before it found the fault. */
      g_clear_pointer (&facts.runs, g_free);
      g_clear_pointer (&facts.layer_run, g_free);
      return NULL;
    }

  facts.name = get_name (top, source->title);
  facts.source = g_strdup (ull_json_get_name (top.json));
  facts.digest = g_strdup (source->digest);
  ull_config_read_facts (&reader, &facts);
  if (reader.warnings->len > 0)
    {
      g_ptr_array_add (reader.warnings, NULL);
      facts.warnings = (char **) g_ptr_array_free (g_steal_pointer (&reader.warnings), FALSE);
    }
  return ull_model_take (&facts, error);
}

char *
ull_config_digest (const UllJson *json)
{
  gsize length;
  const char *text = ull_json_get_text (json, &length);
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text, length);
}

UllModel *
ull_config_parse (
  const char *name, const char *title, const char *text, gsize length, UllConfigFlags flags, GError **error)
{
  g_autoptr (UllJson) json = ull_json_parse (name, text, length, ULL_JSON_HF, error);
  if (!json)
    return NULL;

  g_autofree char *digest = ull_config_digest (json);
  const UllConfigSource source = { .title = title, .digest = digest, .parameters = -1 };
  return ull_config_read (ull_json_root (json), &source, flags, error);
}
