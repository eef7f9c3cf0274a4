#include "ull-table.h"

static void
test_columns (void)
{
  g_autoptr (UllTable) table = ull_table_new ("lrl");
  g_autoptr (GString) out = g_string_new ("> \n");

  ull_table_add (table, (const char *[]){ "a", "1", "x" });
  ull_table_add (table, (const char *[]){ "long", "1,000", "" });
  /* A no-break space and a minus sign are one column each, whatever their bytes. */
  ull_table_add (table, (const char *[]){ "b", "\342\210\2229\302\240B", "y" });
  ull_table_append_to (table, out);
  g_assert_cmpstr (out->str, ==,
                   "> \n"
                   "a         1  x\n"
                   "long  1,000\n"
                   "b      \342\210\2229\302\240B  y\n");
}

static void
test_hidden (void)
{
  g_autoptr (UllTable) table = ull_table_new ("l_");
  g_autoptr (GString) out = g_string_new (NULL);

  ull_table_add (table, (const char *[]){ "id", "what it is" });
  ull_table_add (table, (const char *[]){ "other", "" });
  ull_table_append_to (table, out);
  g_assert_cmpstr (out->str, ==, "id\nother\n");
}

static void
test_empty (void)
{
  g_autoptr (UllTable) table = ull_table_new ("lr");
  g_autoptr (GString) out = g_string_new (NULL);

  ull_table_append_to (table, out);
  g_assert_cmpstr (out->str, ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/columns", test_columns);
  g_test_add_func ("/table/hidden", test_hidden);
  g_test_add_func ("/table/empty", test_empty);
  return g_test_run ();
}
