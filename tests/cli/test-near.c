#include "ull-near.h"

/* Expected values follow from the rule: a distance of at most a third of the longer word, the nearest first.
 */

static const char *const words[]
  = { "context", "concurrency", "kv-dtype", "k-dtype", "plan", "memory", NULL };

static void
test_near (void)
{
  static const struct
  {
    const char *text;
    const char *near;
  } cases[] = {
    { "contxt", "context" },   /* a letter left out */
    { "contexxt", "context" }, /* one too many */
    { "cintext", "context" },  /* another */
    { "plna", "plan" },        /* two that changed places */
    { "kvdtype", "kv-dtype" }, /* 1 of 8, where k-dtype is 1 of 7: the first of two equals */
    { "mem", NULL },           /* three letters open nothing */
    { "memo", "memory" },      /* four do */
    { "concurrency-limit", "concurrency" },
    { "xyzzy", NULL },
    { "", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (ull_near_find (cases[i].text, words), ==, cases[i].near);
}

static void
test_long (void)
{
  g_autofree char *endless = g_strnfill (100000, 'a');
  const char *const candidates[] = { endless, "plan", NULL };

  g_assert_null (ull_near_find (endless, candidates));
  g_assert_cmpstr (ull_near_find ("plam", candidates), ==, "plan");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/near/rule", test_near);
  g_test_add_func ("/near/long", test_long);
  return g_test_run ();
}
