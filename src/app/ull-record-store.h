#pragma once

#include "ull-record.h"

#include <glib-object.h>

G_BEGIN_DECLS

#define ULL_TYPE_RECORD_STORE (ull_record_store_get_type ())
G_DECLARE_FINAL_TYPE (UllRecordStore, ull_record_store, ULL, RECORD_STORE, GObject)

/* The one record of the program, and where it lies. Signal "changed". */
UllRecordStore *ull_record_store_get_default (void); /* (transfer none) */
const UllRecord *ull_record_store_get_record (UllRecordStore *self);
/* Why a file that was there could not be read, or why the last answer could not be written. (nullable) */
const char *ull_record_store_get_problem (UllRecordStore *self);
/* @source: a lesson's id, or "drill". What cannot be written is kept until the program ends. */
void ull_record_store_add (UllRecordStore *self, const UllQuestion *question, const UllGrade *grade, const char *source);
gboolean ull_record_store_erase (UllRecordStore *self, GError **error);
/* Where a lesson stands now. @bookmark: (transfer full). It is written with the next answer, or by ull_record_store_flush(). */
void ull_record_store_keep_bookmark (UllRecordStore *self, UllBookmark *bookmark);
/* Writes what is not written yet. */
void ull_record_store_flush (UllRecordStore *self);

G_END_DECLS
