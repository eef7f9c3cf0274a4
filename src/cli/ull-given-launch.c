#include "ull-given-launch.h"

#include "ull-config.h"
#include "ull-document.h"
#include "ull-shell.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* --engine-args takes the command itself, @FILE or - for standard input. Of several commands in one text the first of vLLM is
 * meant; the others are said. What it names as its model is opened where it is there, or is a repository that a bundled model
 * is of; anything else is asked for by name, because a guess would be another model's memory. */

static char *
read_all (int fd, const char *name, gsize *length, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint8 buffer[8192];
  gssize n;

  while ((n = read (fd, buffer, sizeof buffer)) != 0)
    {
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0 || bytes->len > ULL_SHELL_MAX_BYTES)
        {
          g_set_error (error, ULL_ERROR, ULL_ERROR_IO, "--engine-args: %s cannot be read; the command itself would do", name);
          return NULL;
        }
      g_byte_array_append (bytes, buffer, (guint) n);
    }
  *length = bytes->len;
  g_byte_array_append (bytes, (const guint8 *) "", 1);
  return (char *) g_byte_array_steal (bytes, NULL);
}

static char *
read_text (const char *given, gsize *length, GError **error)
{
  g_autoptr (GError) fault = NULL;
  char *text = NULL;

  if (g_str_equal (given, "-"))
    return read_all (STDIN_FILENO, "standard input", length, error);
  if (*given != '@')
    {
      *length = strlen (given);
      return g_strdup (given);
    }
  if (g_file_test (given + 1, G_FILE_TEST_IS_REGULAR) && g_file_get_contents (given + 1, &text, length, &fault))
    return text;
  g_set_error (error, ULL_ERROR, ULL_ERROR_IO, "--engine-args: %s: %s", given + 1,
               fault != NULL ? fault->message : "is no file; a file that holds the command would be right");
  return NULL;
}

/* The first command of vLLM. */
static UllLaunch *
pick (GPtrArray *launches)
{
  for (guint i = 0; i < launches->len; i++)
    {
      UllLaunch *launch = g_ptr_array_index (launches, i);

      if (launch->engine == ULL_LAUNCH_VLLM)
        return launch;
    }
  return NULL;
}

UllLaunch *
ull_given_launch (const UllArgs *args, GError **error)
{
  const char *given = ull_args_get (args, "engine-args");
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) launches = ull_args_dup_kept (args);
  gsize length;

  if (given == NULL)
    return NULL;
  if (launches != NULL)
    return pick (launches);
  text = read_text (given, &length, error);
  if (text == NULL)
    return NULL;
  launches = ull_launch_parse (text, length, NULL, error);
  if (launches == NULL)
    {
      g_prefix_error (error, "--engine-args: ");
      return NULL;
    }
  if (pick (launches) == NULL)
    {
      const UllLaunch *first = g_ptr_array_index (launches, 0);

      g_set_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED,
                   "--engine-args: the command starts %s; one of vLLM would be right, or its settings as options",
                   ull_launch_engine_get_label (first->engine));
      return NULL;
    }
  ull_args_keep (args, launches);
  return pick (launches);
}

char *
ull_given_launch_model (const UllLaunch *launch, GError **error)
{
  if (launch->model != NULL && ull_config_bundled_of (launch->model) != NULL)
    return g_strdup (launch->model);
  if (launch->model != NULL && g_file_test (launch->model, G_FILE_TEST_EXISTS))
    return g_strdup (launch->model);
  if (launch->open_quote != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_SYNTAX, "--engine-args: %s", launch->open_quote);
  else if (launch->model != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING,
                 "--engine-args: %s is no model that is known or here; name its config.json with --model", launch->model);
  else if (launch->model_hole != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING,
                 "--engine-args: the model is ${%s}, which the text does not say; name one with --model", launch->model_hole);
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING, "--engine-args: the command names no model; name one with --model");
  return NULL;
}

/* One part as a person reads it: its flag and value, then what became of it. */
static void
append_item (GString *out, const UllLaunchItem *item)
{
  g_string_append_printf (out, "  %s%s%s", item->flag, item->value != NULL && *item->flag != 0 ? " " : "",
                          item->value != NULL ? item->value : "");
  if (item->state == ULL_LAUNCH_HOLE && item->fallback != NULL)
    g_string_append_printf (out, ": %s is not in the text (%s unless it is set)", item->hole, item->fallback);
  else if (item->state == ULL_LAUNCH_HOLE)
    g_string_append_printf (out, ": %s is not in the text", item->hole);
  else if (item->note != NULL)
    g_string_append_printf (out, ": %s", item->note);
  g_string_append_c (out, '\n');
}

static void
append_state (GString *out, const UllLaunch *launch, UllLaunchState state, const char *title)
{
  if (ull_launch_count (launch, state) == 0)
    return;
  g_string_append_printf (out, "%s:\n", title);
  for (guint i = 0; i < launch->items->len; i++)
    {
      const UllLaunchItem *item = g_ptr_array_index (launch->items, i);

      if (item->state == state && state == ULL_LAUNCH_WRONG)
        g_string_append_printf (out, "  %s\n", item->note);
      else if (item->state == state)
        append_item (out, item);
    }
}

/* Of several commands one is planned: which of them, and what the others start. */
static void
append_others (GString *out, const UllLaunch *launch, GPtrArray *all)
{
  guint at;

  if (all == NULL || all->len < 2 || !g_ptr_array_find (all, launch, &at))
    return;
  g_string_append_printf (out, "the text holds %u launch commands; this is of number %u, and not of:\n", all->len, at + 1);
  for (guint i = 0; i < all->len; i++)
    {
      const UllLaunch *other = g_ptr_array_index (all, i);

      if (i != at)
        g_string_append_printf (out, "  %u: %s %s\n", i + 1, ull_launch_engine_get_label (other->engine), other->text);
    }
}

/* What was counted is in the answer; that a port changes no memory needs no saying. */
void
ull_launch_report_text (const UllLaunch *launch, GPtrArray *all, GString *out)
{
  append_others (out, launch, all);
  append_state (out, launch, ULL_LAUNCH_WRONG, "refused by the engine, and not counted");
  append_state (out, launch, ULL_LAUNCH_HOLE, "not said, and not counted");
  append_state (out, launch, ULL_LAUNCH_LEFT, "not counted");
}

static void
member (JsonBuilder *builder, const char *name, const char *text)
{
  json_builder_set_member_name (builder, name);
  if (text != NULL)
    json_builder_add_string_value (builder, text);
  else
    json_builder_add_null_value (builder);
}

static void
add_item (JsonBuilder *builder, const UllLaunchItem *item)
{
  json_builder_begin_object (builder);
  member (builder, "flag", item->flag);
  member (builder, "value", item->value);
  switch (item->state)
    {
    case ULL_LAUNCH_COUNTED:
      member (builder, "field", item->field >= 0 ? ull_field_get ((UllFieldId) item->field)->name : NULL);
      break;
    case ULL_LAUNCH_HOLE:
      member (builder, "name", item->hole);
      member (builder, "default", item->fallback);
      member (builder, "field", item->field >= 0 ? ull_field_get ((UllFieldId) item->field)->name : NULL);
      break;
    case ULL_LAUNCH_NEUTRAL:
    case ULL_LAUNCH_LEFT:
      member (builder, "why", item->note != NULL ? item->note : "changes no memory of the card");
      json_builder_set_member_name (builder, "matters");
      json_builder_add_boolean_value (builder, item->state == ULL_LAUNCH_LEFT);
      break;
    case ULL_LAUNCH_WRONG:
    default:
      member (builder, "why", item->note);
      break;
    }
  json_builder_end_object (builder);
}

static void
add_list (JsonBuilder *builder, const UllLaunch *launch, const char *name, UllLaunchState first, UllLaunchState last)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (guint i = 0; i < launch->items->len; i++)
    {
      const UllLaunchItem *item = g_ptr_array_index (launch->items, i);

      if (item->state >= first && item->state <= last)
        add_item (builder, item);
    }
  json_builder_end_array (builder);
}

static void
add_others (JsonBuilder *builder, const UllLaunch *launch, GPtrArray *all)
{
  json_builder_set_member_name (builder, "others");
  json_builder_begin_array (builder);
  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      const UllLaunch *other = g_ptr_array_index (all, i);

      if (other == launch)
        continue;
      json_builder_begin_object (builder);
      member (builder, "engine", ull_launch_engine_get_id (other->engine));
      member (builder, "model", other->model);
      member (builder, "arguments", other->text);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static JsonNode *
build_report (const UllLaunch *launch, GPtrArray *all)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  member (builder, "engine", ull_launch_engine_get_id (launch->engine));
  member (builder, "model", launch->model);
  add_list (builder, launch, "understood", ULL_LAUNCH_COUNTED, ULL_LAUNCH_COUNTED);
  add_list (builder, launch, "not_counted", ULL_LAUNCH_NEUTRAL, ULL_LAUNCH_LEFT);
  add_list (builder, launch, "holes", ULL_LAUNCH_HOLE, ULL_LAUNCH_HOLE);
  add_list (builder, launch, "wrong", ULL_LAUNCH_WRONG, ULL_LAUNCH_WRONG);
  add_others (builder, launch, all);
  json_builder_end_object (builder);
  return json_builder_get_root (builder);
}

void
ull_launch_report_into (const UllLaunch *launch, GPtrArray *all, GString *out)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *text = NULL;

  if (!json_parser_load_from_data (parser, out->str, (gssize) out->len, NULL))
    return;
  json_object_set_member (json_node_get_object (json_parser_get_root (parser)), "engine_args", build_report (launch, all));
  text = ull_document_print (json_parser_get_root (parser));
  g_string_assign (out, text);
  g_string_append_c (out, '\n');
}
