#include "ull-record-private.h"

#include "ull-document.h"
#include "ull-error.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>

/* {"ullage_record": 1, "answers": [{"time": …, "source": …, "question": …, "kind": …, "term": …, "confidence": …, "right": …,
 * "slip": …, "factor": …}, …], "bookmarks": […]}. What cannot be read as that is not this program's to judge: it is renamed, never
 * written over. */

#define MAX_BYTES (G_GINT64_CONSTANT (64) << 20)
#define MAX_ASIDE 1000

static void
forget_all (UllRecord *record)
{
  g_array_set_size (record->entries, 0);
  g_ptr_array_set_size (record->bookmarks, 0);
}

static void
clear_entry (gpointer data)
{
  UllRecordEntry *entry = data;

  g_clear_pointer (&entry->source, g_free);
  g_clear_pointer (&entry->question, g_free);
  g_clear_pointer (&entry->kind, g_free);
  g_clear_pointer (&entry->term, g_free);
  g_clear_pointer (&entry->slip, g_free);
}

UllRecord *
ull_record_new (void)
{
  UllRecord *record = g_new0 (UllRecord, 1);

  record->entries = g_array_new (FALSE, FALSE, sizeof (UllRecordEntry));
  g_array_set_clear_func (record->entries, clear_entry);
  record->bookmarks = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_bookmark_free);
  return record;
}

void
ull_record_free (UllRecord *record)
{
  g_clear_pointer (&record->entries, g_array_unref);
  g_clear_pointer (&record->bookmarks, g_ptr_array_unref);
  g_free (record);
}

gboolean
ull_record_read_member (UllJsonRef object, const char *name, UllJsonRef *member, GError **error)
{
  if (ull_json_get (object, name, member))
    return TRUE;
  ull_json_set_error (object, error, ULL_ERROR_MISSING, _("has no “%s”; an answer has one"), name);
  return FALSE;
}

gboolean
ull_record_read_text (UllJsonRef object, const char *name, char **text, GError **error)
{
  UllJsonRef member;

  return ull_record_read_member (object, name, &member, error) && (*text = ull_json_read_string (member, error)) != NULL;
}

gboolean
ull_record_read_confidence (UllJsonRef object, int *confidence, GError **error)
{
  UllJsonRef member;
  gint64 value;

  *confidence = ULL_NO_CONFIDENCE;
  if (!ull_record_read_member (object, "confidence", &member, error))
    return FALSE;
  if (ull_json_type (member) == ULL_JSON_NULL)
    return TRUE;
  if (!ull_json_read_int (member, &value, error))
    return FALSE;
  if (value < 0 || value > 100)
    {
      ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is no confidence; 0 to 100 or null would be right"));
      return FALSE;
    }
  *confidence = (int) value;
  return TRUE;
}

/* A number that would be changed by keeping it is not kept under another: the file is put aside as it is. */
static gboolean
read_factor (UllJsonRef member, UllRecordEntry *entry, GError **error)
{
  if (ull_json_type (member) == ULL_JSON_NULL)
    return TRUE;
  if (!ull_json_read_double (member, &entry->factor, error))
    return FALSE;
  if (entry->factor >= 1 && isfinite (entry->factor))
    return TRUE;
  ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is no factor; a number of at least 1 or null would be right"));
  return FALSE;
}

static gboolean
read_figures (UllJsonRef object, UllRecordEntry *entry, GError **error)
{
  UllJsonRef member;

  return ull_record_read_member (object, "time", &member, error) && ull_json_read_int (member, &entry->time, error) &&
         ull_record_read_member (object, "right", &member, error) && ull_json_read_bool (member, &entry->right, error) &&
         ull_record_read_confidence (object, &entry->confidence, error) &&
         ull_record_read_member (object, "factor", &member, error) && read_factor (member, entry, error);
}

static gboolean
read_entry (UllJsonRef object, UllRecordEntry *entry, GError **error)
{
  UllJsonRef member;

  if (ull_json_type (object) != ULL_JSON_OBJECT)
    {
      ull_json_set_error (object, error, ULL_ERROR_INVALID, _("is no answer; an object would be right"));
      return FALSE;
    }
  if (!ull_record_read_text (object, "source", &entry->source, error) || !ull_record_read_text (object, "question", &entry->question, error) ||
      !ull_record_read_text (object, "kind", &entry->kind, error) || !ull_record_read_text (object, "term", &entry->term, error) ||
      !read_figures (object, entry, error) || !ull_record_read_member (object, "slip", &member, error))
    return FALSE;
  if (ull_json_type (member) == ULL_JSON_NULL)
    return TRUE;
  entry->slip = ull_json_read_string (member, error);
  return entry->slip != NULL;
}

static gboolean
read_root (UllRecord *record, UllJsonRef root, GError **error)
{
  UllJsonRef member, child;
  gint64 version;

  if (!ull_json_get (root, "ullage_record", &member) || !ull_json_read_int (member, &version, NULL) || version != ULL_RECORD_VERSION)
    {
      ull_json_set_error (root, error, ULL_ERROR_UNSUPPORTED, _("is no record that this program reads; one of version 1 would be right"));
      return FALSE;
    }
  if (!ull_record_read_member (root, "answers", &member, error))
    return FALSE;
  if (ull_json_type (member) != ULL_JSON_ARRAY)
    {
      ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is no list; the answers in […] would be right"));
      return FALSE;
    }
  for (gboolean more = ull_json_first (member, &child); more; more = ull_json_next (&child))
    {
      UllRecordEntry entry = { 0 };
      gboolean read = read_entry (child, &entry, error);

      g_array_append_val (record->entries, entry);
      if (!read)
        return FALSE;
    }
  return ull_record_read_bookmarks (record, root, error);
}

/* A name beside @path that nothing has yet. */
static char *
aside_path (const char *path, guint number)
{
  return g_strdup_printf ("%s.damaged-%u", path, number);
}

static char *
put_aside (const char *path)
{
  for (guint i = 1; i < MAX_ASIDE; i++)
    {
      g_autofree char *aside = aside_path (path, i);

      if (g_file_test (aside, G_FILE_TEST_EXISTS))
        continue;
      return g_rename (path, aside) == 0 ? g_steal_pointer (&aside) : NULL;
    }
  return NULL;
}

static gboolean
read_text_of (UllRecord *record, const char *name, const char *text, gsize length, GError **error)
{
  g_autoptr (UllJson) json = ull_json_parse (name, text, length, ULL_JSON_STRICT, error);

  return json != NULL && read_root (record, ull_json_root (json), error);
}

UllRecord *
ull_record_parse (const char *name, const char *text, gsize length, GError **error)
{
  g_autoptr (UllRecord) record = ull_record_new ();

  return read_text_of (record, name, text, length, error) ? g_steal_pointer (&record) : NULL;
}

static gboolean
read_file (UllRecord *record, const char *path, GError **error)
{
  g_autofree char *text = NULL, *name = g_path_get_basename (path);
  GStatBuf info;
  gsize length;

  if (g_stat (path, &info) == 0 && (!S_ISREG (info.st_mode) || info.st_size > MAX_BYTES))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: is no record; a file of at most 64 MiB would be right"), name);
      return FALSE;
    }
  return g_file_get_contents (path, &text, &length, error) && read_text_of (record, name, text, length, error);
}

UllRecord *
ull_record_read (const char *path, GError **error)
{
  g_autoptr (UllRecord) record = ull_record_new ();

  return read_file (record, path, error) ? g_steal_pointer (&record) : NULL;
}

UllRecord *
ull_record_load (const char *path, char **problem)
{
  UllRecord *record = ull_record_new ();
  g_autoptr (GError) fault = NULL;
  g_autofree char *aside = NULL, *name = NULL;

  *problem = NULL;
  if (!g_file_test (path, G_FILE_TEST_EXISTS) || read_file (record, path, &fault))
    return record;
  forget_all (record);
  aside = put_aside (path);
  record->locked = aside == NULL;
  if (aside == NULL)
    {
      *problem = g_strdup_printf (_("%s It stays as it is, and answers are not kept."), fault->message);
      return record;
    }
  name = g_path_get_basename (aside);
  *problem = g_strdup_printf (_("%s It is kept as %s, and a new record begins."), fault->message, name);
  return record;
}

static const char *
term_of (const UllQuestion *question)
{
  return question->kind == ULL_QUESTION_FIGURE ? ull_step_get_id (question->target) : ull_question_kind_get_id (question->kind);
}

void
ull_record_add (UllRecord *record, const UllQuestion *question, const UllGrade *grade, const char *source, gint64 time)
{
  UllRecordEntry entry = {
    .time = time,
    .source = g_strdup (source),
    .question = g_strdup (question->id),
    .kind = g_strdup (ull_question_kind_get_id (question->kind)),
    .term = g_strdup (term_of (question)),
    .confidence = grade->confidence,
    .right = grade->right,
    .slip = g_strdup (grade->slip),
    .factor = grade->factor,
  };

  if (grade->counted)
    g_array_append_val (record->entries, entry);
  else
    clear_entry (&entry);
}

void
ull_record_add_text (JsonBuilder *builder, const char *name, const char *text)
{
  json_builder_set_member_name (builder, name);
  if (text != NULL)
    json_builder_add_string_value (builder, text);
  else
    json_builder_add_null_value (builder);
}

void
ull_record_add_confidence (JsonBuilder *builder, int confidence)
{
  json_builder_set_member_name (builder, "confidence");
  if (confidence == ULL_NO_CONFIDENCE)
    json_builder_add_null_value (builder);
  else
    json_builder_add_int_value (builder, confidence);
}

static void
add_entry (JsonBuilder *builder, const UllRecordEntry *entry)
{
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "time");
  json_builder_add_int_value (builder, entry->time);
  ull_record_add_text (builder, "source", entry->source);
  ull_record_add_text (builder, "question", entry->question);
  ull_record_add_text (builder, "kind", entry->kind);
  ull_record_add_text (builder, "term", entry->term);
  ull_record_add_confidence (builder, entry->confidence);
  json_builder_set_member_name (builder, "right");
  json_builder_add_boolean_value (builder, entry->right);
  ull_record_add_text (builder, "slip", entry->slip);
  json_builder_set_member_name (builder, "factor");
  if (entry->factor > 0 && isfinite (entry->factor))
    json_builder_add_double_value (builder, entry->factor);
  else
    json_builder_add_null_value (builder);
  json_builder_end_object (builder);
}

char *
ull_record_dup_text (const UllRecord *record)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "ullage_record");
  json_builder_add_int_value (builder, ULL_RECORD_VERSION);
  json_builder_set_member_name (builder, "answers");
  json_builder_begin_array (builder);
  for (guint i = 0; i < record->entries->len; i++)
    add_entry (builder, &g_array_index (record->entries, UllRecordEntry, i));
  json_builder_end_array (builder);
  ull_record_add_bookmarks (builder, record);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = ull_document_print (root);
  return g_strconcat (text, "\n", NULL);
}

gboolean
ull_record_save (const UllRecord *record, const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path), *folder = g_path_get_dirname (path);
  g_autofree char *text = NULL;
  g_autoptr (GError) fault = NULL;

  if (record->locked)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: is a file that could not be read; answers are not written over it"), name);
      return FALSE;
    }
  text = ull_record_dup_text (record);
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: could not be saved: %s"), name, g_strerror (errno));
      return FALSE;
    }
  if (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0600, &fault))
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: could not be saved: %s"), name, fault->message);
  return FALSE;
}

gboolean
ull_record_erase (UllRecord *record, const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);

  if (g_unlink (path) != 0 && errno != ENOENT)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: could not be erased: %s"), name, g_strerror (errno));
      return FALSE;
    }
  for (guint i = 1; i < MAX_ASIDE; i++)
    {
      g_autofree char *aside = aside_path (path, i);

      g_unlink (aside);
    }
  forget_all (record);
  record->locked = FALSE;
  return TRUE;
}
