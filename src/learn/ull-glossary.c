#include "ull-glossary.h"

#include "ull-data.h"
#include "ull-lesson-private.h"

#include <gio/gio.h>

/* {"entries": [{"ids": […], "term": …, "text": …, "source": …}]}, texts in several languages as a lesson's. It is the program's
 * own file: a fault in it is a programming error and a test, not a message. */

#define PATH "/org/ullage/Ullage/data/glossary.json"

struct _UllGlossary
{
  GPtrArray *entries; /* UllGlossaryEntry */
  GHashTable *by_id;  /* (element-type utf8 UllGlossaryEntry), both borrowed */
};

static void
entry_free (gpointer data)
{
  UllGlossaryEntry *entry = data;

  g_clear_pointer (&entry->ids, g_strfreev);
  g_clear_pointer (&entry->term, g_free);
  g_clear_pointer (&entry->text, g_free);
  g_clear_pointer (&entry->source, g_free);
  g_free (entry);
}

static char **
read_ids (UllJsonRef object, GError **error)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  UllJsonRef list, child;

  if (!ull_json_get (object, "ids", &list))
    return NULL;
  for (gboolean more = ull_json_first (list, &child); more; more = ull_json_next (&child))
    {
      g_autofree char *id = ull_json_read_string (child, error);

      g_assert_no_error (*error);
      g_strv_builder_add (ids, id);
    }
  return g_strv_builder_end (ids);
}

static void
read_entry (UllGlossary *glossary, const UllLessonReader *reader, UllJsonRef object)
{
  UllGlossaryEntry *entry = g_new0 (UllGlossaryEntry, 1);
  g_autoptr (GError) error = NULL;
  UllJsonRef where;

  entry->ids = read_ids (object, &error);
  entry->term = ull_lesson_read_words (reader, object, "term", TRUE, &where, &error);
  entry->text = entry->term != NULL ? ull_lesson_read_words (reader, object, "text", TRUE, &where, &error) : NULL;
  entry->source = entry->text != NULL ? ull_lesson_read_words (reader, object, "source", TRUE, &where, &error) : NULL;
  g_assert_no_error (error);
  g_ptr_array_add (glossary->entries, entry);
  for (guint i = 0; entry->ids != NULL && entry->ids[i] != NULL; i++)
    g_hash_table_insert (glossary->by_id, entry->ids[i], entry);
}

UllGlossary *
ull_glossary_new (const char *const *languages)
{
  g_autoptr (GBytes) bytes = g_resource_lookup_data (ull_data_get_resource (), PATH, 0, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllJson) json = NULL;
  UllGlossary *glossary = g_new0 (UllGlossary, 1);
  UllLessonReader reader = { languages, NULL };
  UllJsonRef list, child;
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);

  glossary->entries = g_ptr_array_new_with_free_func (entry_free);
  glossary->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  json = ull_json_parse ("glossary.json", text, length, ULL_JSON_STRICT, &error);
  g_assert_no_error (error);
  if (ull_json_get (ull_json_root (json), "entries", &list))
    for (gboolean more = ull_json_first (list, &child); more; more = ull_json_next (&child))
      read_entry (glossary, &reader, child);
  return glossary;
}

void
ull_glossary_free (UllGlossary *glossary)
{
  g_clear_pointer (&glossary->by_id, g_hash_table_unref);
  g_clear_pointer (&glossary->entries, g_ptr_array_unref);
  g_free (glossary);
}

const UllGlossaryEntry *
ull_glossary_find (const UllGlossary *glossary, const char *id)
{
  return g_hash_table_lookup (glossary->by_id, id);
}

const UllGlossaryEntry *
ull_glossary_find_term (const UllGlossary *glossary, const char *term_id)
{
  g_autofree char *id = g_strconcat ("term-", term_id, NULL);
  const UllGlossaryEntry *entry = ull_glossary_find (glossary, id);

  return entry != NULL ? entry : ull_glossary_find (glossary, term_id);
}

guint
ull_glossary_get_length (const UllGlossary *glossary)
{
  return glossary->entries->len;
}

const UllGlossaryEntry *
ull_glossary_get (const UllGlossary *glossary, guint index)
{
  g_return_val_if_fail (index < glossary->entries->len, NULL);

  return g_ptr_array_index (glossary->entries, index);
}
