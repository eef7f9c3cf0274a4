#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Members of the objects that --json prints. */
void ull_member_text (JsonBuilder *builder, const char *name, const char *text); /* NULL: null */
void ull_member_int (JsonBuilder *builder, const char *name, gint64 value);
/* A number that may be unknown or without a bound, which is null: below 0 or G_MAXINT64. */
void ull_member_known_int (JsonBuilder *builder, const char *name, gint64 value);
void ull_member_bool (JsonBuilder *builder, const char *name, gboolean value);
void ull_member_double (JsonBuilder *builder, const char *name, double value); /* not finite: null */
/* Begins an array or an object that is a member. */
void ull_member_array (JsonBuilder *builder, const char *name);
/* The finished object as text with a final newline. */
void ull_members_append_to (JsonBuilder *builder, GString *out);

G_END_DECLS
