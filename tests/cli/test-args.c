#include "ull-command.h"

/* The parser borrows the texts it is given, as it does main()'s: each case keeps its own until it is done. */

static const UllOption options[] = {
  { .name = "output", .value = "FILE", .help = "", .group = "", .letter = 'o', .many = TRUE },
  { .name = "size", .value = "N", .help = "", .group = "" },
  { .name = "long", .help = "", .group = "" },
  { .name = NULL },
};

static const UllCommand command = {
  .name = "command", .operands = "ONE TWO", .n_operands = 2, .summary = "", .notes = "", .options = options
};

static void
test_good (void)
{
  char *argv[]
    = { "-o", "a", "one", "--size=-5", "--output", "b", "-oc", "--long", "--json", "--", "--two", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (UllArgs) args = ull_args_parse (&command, argv, &error);
  const char *const *outputs;

  g_assert_no_error (error);
  outputs = ull_args_get_all (args, "output");
  g_assert_cmpstr (outputs[0], ==, "a");
  g_assert_cmpstr (outputs[1], ==, "b");
  g_assert_cmpstr (outputs[2], ==, "c");
  g_assert_null (outputs[3]);
  g_assert_cmpstr (ull_args_get (args, "size"), ==, "-5");
  g_assert_true (ull_args_has (args, "long"));
  g_assert_true (ull_args_has (args, "json"));
  g_assert_false (ull_args_has (args, "help"));
  g_assert_null (ull_args_get (args, "help"));
  g_assert_cmpstr (ull_args_get_operand (args, 0), ==, "one");
  g_assert_cmpstr (ull_args_get_operand (args, 1), ==, "--two");
  g_assert_null (ull_args_get_operand (args, 2));
}

static void
test_values (void)
{
  /* One dash may begin a value, so that its own parser can say that it is negative; a lone dash is an
   * operand. */
  char *argv[] = { "--size", "-5", "-", NULL };
  char *empty[] = { "--size=", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (UllArgs) args = ull_args_parse (&command, argv, &error);
  g_autoptr (UllArgs) without = ull_args_parse (&command, empty, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (ull_args_get (args, "size"), ==, "-5");
  g_assert_cmpstr (ull_args_get_operand (args, 0), ==, "-");
  g_assert_cmpstr (ull_args_get (without, "size"), ==, "");
}

static void
test_bad (void)
{
  static const struct
  {
    char *argv[5];
    const char *message;
  } cases[] = {
    { { "--siez", "5" }, "--siez: unknown option; did you mean --size?" },
    { { "--siez=5" }, "--siez: unknown option; did you mean --size?" },
    { { "--xyzzy" }, "--xyzzy: unknown option; ‘ullage-cli command --help’ lists them" },
    { { "-x" }, "-x: unknown option; ‘ullage-cli command --help’ lists them" },
    { { "--size" }, "--size: its value is missing; write --size N" },
    { { "--size", "--long" }, "--size: its value is missing; write --size N" },
    { { "-o" }, "--output: its value is missing; write --output FILE" },
    { { "--size", "1", "--size=2" }, "--size: given twice; give it once" },
    { { "--long", "--long" }, "--long: given twice; give it once" },
    { { "--long=yes" }, "--long=yes: the option takes no value; see ‘ullage-cli command --help’" },
    { { "1", "2", "3" }, "3: one argument too many; write ‘ullage-cli command ONE TWO’" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ull_args_parse (&command, (char **) cases[i].argv, &error));
      g_assert_error (error, ULL_ERROR, ULL_ERROR_USAGE);
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

/* A later row of the same name would never be found. */
static void
test_tables (void)
{
  for (const UllCommand *each = ull_commands (); each->name != NULL; each++)
    {
      g_autoptr (GArray) rows = ull_args_options (each);
      g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

      for (guint i = 0; i < rows->len; i++)
        {
          const UllOption *option = &g_array_index (rows, UllOption, i);

          g_assert_true (g_hash_table_add (names, (gpointer) option->name));
          g_assert_nonnull (option->help);
          g_assert_nonnull (option->group);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/args/good", test_good);
  g_test_add_func ("/args/values", test_values);
  g_test_add_func ("/args/bad", test_bad);
  g_test_add_func ("/args/tables", test_tables);
  return g_test_run ();
}
