#include "ull-device-private.h"

#include "ull-units.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* A row of the list is a card, or the cards of one name that differ in their memory:
 *
 *   {"id": …, "name": …, "label_gb": 24, "reported_mib": 24564, "allocatable_mib": 24210, …}
 *   {"id": …, "name": …, "sizes": [{"label_gb": 8, "allocatable_mib": 5461}, …], …}
 *
 * An allocatable size is a number somebody saw, or [low, high]: a guess. Whatever else is absent is unknown. In a list that a
 * person types, a member that is not known is a slip, and an id may be another card's: both are refused. The bundled list
 * is held to the same by a test, and is read at every start. */

#define MAX_FILE_BYTES (G_GINT64_CONSTANT (1) << 20)
#define MAX_MIB (G_GINT64_CONSTANT (1) << 40)
#define MAX_FIGURE 1e9

const UllDeviceMember ull_device_texts[] = {
  { "vendor", G_STRUCT_OFFSET (UllDevice, vendor) },
  { "arch", G_STRUCT_OFFSET (UllDevice, arch) },
  { "memory", G_STRUCT_OFFSET (UllDevice, memory) },
  { "note", G_STRUCT_OFFSET (UllDevice, note) },
  { NULL, 0 },
};

const UllDeviceMember ull_device_figures[] = {
  { "bandwidth_gb_s", G_STRUCT_OFFSET (UllDevice, bandwidth_gb_s) },
  { "bf16_tflops", G_STRUCT_OFFSET (UllDevice, bf16_tflops) },
  { "fp8_tflops", G_STRUCT_OFFSET (UllDevice, fp8_tflops) },
  { "link_gb_s", G_STRUCT_OFFSET (UllDevice, link_gb_s) },
  { NULL, 0 },
};

/* Null is as good as absent. */
static gboolean
get_known (UllJsonRef object, const char *name, UllJsonRef *member)
{
  return ull_json_get (object, name, member) && ull_json_type (*member) != ULL_JSON_NULL;
}

/* @right is translated where it is needed: looking up a text that no one reads would be most of the work. */
static gboolean
read_whole (UllJsonRef member, gint64 max, const char *right, gint64 *value, GError **error)
{
  g_autofree char *found = NULL;

  if (!ull_json_read_int (member, value, error))
    return FALSE;
  if (*value >= 1 && *value <= max)
    return TRUE;
  found = ull_format_count (*value);
  ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is %s; %s would be right"), found, _(right));
  return FALSE;
}

static gboolean
read_figure (UllJsonRef member, double *value, GError **error)
{
  if (!ull_json_read_double (member, value, error))
    return FALSE;
  if (isfinite (*value) && *value > 0 && *value <= MAX_FIGURE)
    return TRUE;
  ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is out of range; a number above 0 would be right"));
  return FALSE;
}

gboolean
ull_device_read_facts (UllJsonRef object, UllDevice *facts, GError **error)
{
  UllJsonRef member;

  for (const UllDeviceMember *text = ull_device_texts; text->name != NULL; text++)
    {
      char **place = G_STRUCT_MEMBER_P (facts, text->offset);

      if (get_known (object, text->name, &member) && (*place = ull_json_read_string (member, error)) == NULL)
        return FALSE;
    }
  for (const UllDeviceMember *figure = ull_device_figures; figure->name != NULL; figure++)
    if (get_known (object, figure->name, &member) &&
        !read_figure (member, G_STRUCT_MEMBER_P (facts, figure->offset), error))
      return FALSE;
  return !get_known (object, "dies", &member) ||
         read_whole (member, 64, N_("the number of devices its memory is divided among"), &facts->dies, error);
}

static gboolean
read_range (UllJsonRef range, UllDevice *facts, GError **error)
{
  const char *right = N_("a size in MiB");
  UllJsonRef end;

  facts->guess = TRUE;
  if (ull_json_length (range) == 2)
    {
      ull_json_first (range, &end);
      if (!read_whole (end, MAX_MIB, right, &facts->allocatable_low, error))
        return FALSE;
      ull_json_next (&end);
      if (!read_whole (end, MAX_MIB, right, &facts->allocatable_high, error))
        return FALSE;
      if (facts->allocatable_low <= facts->allocatable_high)
        return TRUE;
    }
  ull_json_set_error (range, error, ULL_ERROR_INVALID,
                      _("is no range; the least and the most that may be allocatable would be right"));
  return FALSE;
}

/* A number is measured, [low, high] a guess. */
static gboolean
read_allocatable (UllJsonRef member, UllDevice *facts, GError **error)
{
  if (ull_json_type (member) == ULL_JSON_ARRAY)
    return read_range (member, facts, error);
  if (!read_whole (member, MAX_MIB, N_("a size in MiB"), &facts->allocatable_low, error))
    return FALSE;
  facts->allocatable_high = facts->allocatable_low;
  return TRUE;
}

/* The sizes of a card in MiB, then in bytes. A size that no driver reported is taken as the most an allocation may see:
 * nothing is known to be kept. */
static gboolean
read_sizes (UllJsonRef object, UllDevice *facts, GError **error)
{
  UllJsonRef member;

  if (get_known (object, "label_gb", &member) &&
      !read_whole (member, MAX_MIB, N_("what the label says, in GB,"), &facts->label_gb, error))
    return FALSE;
  if (!get_known (object, "allocatable_mib", &member))
    {
      ull_json_set_error (object, error, ULL_ERROR_MISSING,
                          _("has no “allocatable_mib”; what an allocation sees, in MiB, or its range would be right"));
      return FALSE;
    }
  if (!read_allocatable (member, facts, error))
    return FALSE;
  facts->reported = facts->allocatable_high;
  facts->reported_guess = !get_known (object, "reported_mib", &member);
  if (!facts->reported_guess && !read_whole (member, MAX_MIB, N_("a size in MiB"), &facts->reported, error))
    return FALSE;
  if (facts->allocatable_high > facts->reported)
    {
      ull_json_set_error (object, error, ULL_ERROR_INVALID,
                          _("lets an allocation see more than the driver reports; at most the same would be right"));
      return FALSE;
    }
  facts->reported *= ULL_MIB;
  facts->allocatable_low *= ULL_MIB;
  facts->allocatable_high *= ULL_MIB;
  facts->allocatable = facts->allocatable_low;
  ull_device_facts_divide (facts);
  return TRUE;
}

static gboolean
check_members (UllJsonRef object, gboolean of_size, GError **error)
{
  static const char *const of_card[] = { "id", "name", "memory", "sizes", "dies", NULL };
  static const char *const sizes[] = { "label_gb", "reported_mib", "allocatable_mib", NULL };
  UllJsonRef member;

  for (gboolean ok = ull_json_first (object, &member); ok; ok = ull_json_next (&member))
    {
      g_autofree char *key = ull_json_dup_key (member);
      gboolean known = g_strv_contains (sizes, key) || (!of_size && g_strv_contains (of_card, key));

      for (const UllDeviceMember *row = ull_device_texts; !of_size && row->name != NULL; row++)
        known |= g_str_equal (row->name, key);
      for (const UllDeviceMember *row = ull_device_figures; !of_size && row->name != NULL; row++)
        known |= g_str_equal (row->name, key);
      if (known)
        continue;
      ull_json_set_error (member, error, ULL_ERROR_INVALID,
                          _("is no member of a card; id, name, label_gb, reported_mib and allocatable_mib are"));
      return FALSE;
    }
  return TRUE;
}

static gboolean
is_slug (const char *id)
{
  return *id != '\0' && strspn (id, "abcdefghijklmnopqrstuvwxyz0123456789-.") == strlen (id) && *id != '-' && *id != '.';
}

static char *
read_text (UllJsonRef object, const char *name, GError **error)
{
  g_autofree char *text = NULL;
  UllJsonRef member;

  if (!ull_json_get (object, name, &member))
    {
      ull_json_set_error (object, error, ULL_ERROR_MISSING, _("has no “%s”; text would be right"), name);
      return NULL;
    }
  text = ull_json_read_string (member, error);
  if (text == NULL || *text != '\0')
    return g_steal_pointer (&text);
  ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is empty; text would be right"));
  return NULL;
}

static gboolean
has_id (GPtrArray *devices, const char *id)
{
  for (guint i = 0; i < devices->len; i++)
    if (g_str_equal (((UllDevice *) g_ptr_array_index (devices, i))->id, id))
      return TRUE;
  return FALSE;
}

static gboolean
add_card (GPtrArray *devices, UllJsonRef row, const UllDevice *facts, GPtrArray *taken, GError **error)
{
  /* "custom" is the id of a typed size. */
  if (taken != NULL &&
      (has_id (devices, facts->id) || has_id (taken, facts->id) || g_str_equal (facts->id, "custom")))
    {
      ull_json_set_error (row, error, ULL_ERROR_INVALID, _("has the id “%s” of another card; one of its own would be right"),
                          facts->id);
      return FALSE;
    }
  g_ptr_array_add (devices, ull_device_new_with (facts));
  return TRUE;
}

/* Cards of one name: id and name say which memory. */
static gboolean
add_sizes (GPtrArray *devices, UllJsonRef row, UllJsonRef sizes, const UllDevice *facts, GPtrArray *taken, GError **error)
{
  UllJsonRef item;

  if (ull_json_type (sizes) != ULL_JSON_ARRAY || ull_json_length (sizes) == 0)
    {
      ull_json_set_error (sizes, error, ULL_ERROR_INVALID, _("is no list; one of the card’s sizes would be right"));
      return FALSE;
    }
  for (gboolean ok = ull_json_first (sizes, &item); ok; ok = ull_json_next (&item))
    {
      g_autofree char *id = NULL, *name = NULL;
      UllDevice card = *facts;

      if ((taken != NULL && !check_members (item, TRUE, error)) || !read_sizes (item, &card, error))
        return FALSE;
      if (card.label_gb < 0)
        {
          ull_json_set_error (item, error, ULL_ERROR_MISSING, _("has no “label_gb”; it tells the sizes apart"));
          return FALSE;
        }
      id = g_strdup_printf ("%s-%" G_GINT64_FORMAT, facts->id, card.label_gb);
      name = g_strdup_printf ("%s %" G_GINT64_FORMAT "GB", facts->name, card.label_gb);
      card.id = id;
      card.name = name;
      if (!add_card (devices, row, &card, taken, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_row (GPtrArray *devices, UllJsonRef row, UllDevice *facts, GPtrArray *taken, GError **error)
{
  UllJsonRef sizes;

  if (ull_json_type (row) != ULL_JSON_OBJECT)
    {
      ull_json_set_error (row, error, ULL_ERROR_INVALID, _("is no object; a card is one"));
      return FALSE;
    }
  if ((taken != NULL && !check_members (row, FALSE, error)) || (facts->id = read_text (row, "id", error)) == NULL ||
      (facts->name = read_text (row, "name", error)) == NULL || !ull_device_read_facts (row, facts, error))
    return FALSE;
  if (!is_slug (facts->id))
    {
      ull_json_get (row, "id", &sizes);
      ull_json_set_error (sizes, error, ULL_ERROR_INVALID,
                          _("is no id; small letters, digits and hyphens would be right"));
      return FALSE;
    }
  if (ull_json_get (row, "sizes", &sizes))
    return add_sizes (devices, row, sizes, facts, taken, error);
  return read_sizes (row, facts, error) && add_card (devices, row, facts, taken, error);
}

GPtrArray *
ull_device_read_list (const char *name, const char *text, gsize length, GPtrArray *taken, GError **error)
{
  g_autoptr (UllJson) json = ull_json_parse (name, text, length, ULL_JSON_STRICT, error);
  g_autoptr (GPtrArray) devices = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_device_unref);
  UllJsonRef list, item;

  if (json == NULL)
    return NULL;
  if (!ull_json_get (ull_json_root (json), "devices", &list) || ull_json_type (list) != ULL_JSON_ARRAY)
    {
      ull_json_set_error (ull_json_root (json), error, ULL_ERROR_MISSING,
                          _("has no list “devices”; an object with the cards in it would be right"));
      return NULL;
    }
  for (gboolean ok = ull_json_first (list, &item); ok; ok = ull_json_next (&item))
    {
      UllDevice facts;
      gboolean read;

      ull_device_facts_init (&facts);
      read = read_row (devices, item, &facts, taken, error);
      ull_device_facts_clear (&facts);
      if (!read)
        return NULL;
    }
  return g_steal_pointer (&devices);
}

GPtrArray *
ull_device_read_file (const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *text = NULL;
  g_autoptr (GError) fault = NULL;
  gsize length;
  GStatBuf info;

  if (g_stat (path, &info) != 0 && (errno == ENOENT || errno == ENOTDIR))
    return g_ptr_array_new_with_free_func ((GDestroyNotify) ull_device_unref);
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR) || info.st_size > MAX_FILE_BYTES)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: is no file of cards; a file of at most 1 MiB would be right"),
                   name);
      return NULL;
    }
  if (!g_file_get_contents (path, &text, &length, &fault))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: could not be read: %s"), name, fault->message);
      return NULL;
    }
  return ull_device_read_list (name, text, length, ull_device_catalogue (), error);
}
