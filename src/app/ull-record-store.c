#include "ull-record-store.h"

/* The file is read when the record is first asked for, since most starts of the program never do, and written after each
 * answer, so that nothing is lost with the program. Where one stands in a lesson changes with every step, and is written with the next
 * answer or when the lesson is left: whoever ends the program by force is at the last answer again. */

struct _UllRecordStore
{
  GObject parent_instance;

  /* Owned */
  UllRecord *record;
  char *path;
  char *problem;

  gboolean waiting; /* a bookmark is to be written */
};

G_DEFINE_FINAL_TYPE (UllRecordStore, ull_record_store, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
ull_record_store_finalize (GObject *object)
{
  UllRecordStore *self = ULL_RECORD_STORE (object);

  g_clear_pointer (&self->record, ull_record_free);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->problem, g_free);
  G_OBJECT_CLASS (ull_record_store_parent_class)->finalize (object);
}

static void
ull_record_store_class_init (UllRecordStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ull_record_store_finalize;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 0);
}

static void
ull_record_store_init (UllRecordStore *self)
{
  self->path = g_build_filename (g_get_user_data_dir (), "ullage", "record.json", NULL);
  self->record = ull_record_load (self->path, &self->problem);
}

UllRecordStore *
ull_record_store_get_default (void)
{
  static UllRecordStore *store;

  if (store == NULL)
    store = g_object_new (ULL_TYPE_RECORD_STORE, NULL);
  return store;
}

const UllRecord *
ull_record_store_get_record (UllRecordStore *self)
{
  g_return_val_if_fail (ULL_IS_RECORD_STORE (self), NULL);

  return self->record;
}

const char *
ull_record_store_get_problem (UllRecordStore *self)
{
  g_return_val_if_fail (ULL_IS_RECORD_STORE (self), NULL);

  return self->problem;
}

static void
write_record (UllRecordStore *self)
{
  g_autoptr (GError) error = NULL;

  self->waiting = FALSE;
  g_clear_pointer (&self->problem, g_free);
  if (!ull_record_save (self->record, self->path, &error))
    self->problem = g_strdup (error->message);
}

void
ull_record_store_add (UllRecordStore *self, const UllQuestion *question, const UllGrade *grade, const char *source)
{
  g_return_if_fail (ULL_IS_RECORD_STORE (self));

  if (!grade->counted)
    return;
  ull_record_add (self->record, question, grade, source, g_get_real_time () / G_USEC_PER_SEC);
  write_record (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

gboolean
ull_record_store_erase (UllRecordStore *self, GError **error)
{
  gboolean done;

  g_return_val_if_fail (ULL_IS_RECORD_STORE (self), FALSE);

  done = ull_record_erase (self->record, self->path, error);
  self->waiting = self->waiting && !done;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  return done;
}

void
ull_record_store_keep_bookmark (UllRecordStore *self, UllBookmark *bookmark)
{
  g_return_if_fail (ULL_IS_RECORD_STORE (self));

  ull_record_keep_bookmark (self->record, bookmark);
  self->waiting = TRUE;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
ull_record_store_flush (UllRecordStore *self)
{
  g_return_if_fail (ULL_IS_RECORD_STORE (self));

  /* What the record holds stays as it is: nobody is told, since whoever looks may be going with the window. */
  if (self->waiting)
    write_record (self);
}
