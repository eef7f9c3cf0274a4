#include "ull-replay.h"

#include <string.h>

/* Files that are no replay, and loads that wait for ever: each is said, with its place, and nothing is lost. */

static const char *text;

static gpointer
open_cb (const char *path, GError **error)
{
  return g_memdup2 (&text, sizeof text);
}

static gssize
read_cb (gpointer file, char *buffer, gsize size, GError **error)
{
  const char **rest = file;
  gsize n = MIN (size, strlen (*rest));

  memcpy (buffer, *rest, n);
  *rest += n;
  return (gssize) n;
}

static const UllFileSource texts = { open_cb, read_cb, g_free };

#define SETTINGS "11 4 64 512 0 1 1 0 0 0 0 0\n"

/* { the file, its place, what the sentence says } */
static void
test_bad_files (void)
{
  static const struct
  {
    const char *text;
    const char *place;
    const char *says;
  } cases[] = {
    { "", "row 1, column 1:", "blocks" },
    { "eleven", "row 1, column 1: blocks:", "whole number" },
    { "-11 4", "row 1, column 1: blocks:", "negative" },
    { "0 4", "row 1, column 1: blocks:", "1 to" },
    { "2147483649 4", "row 1, column 1: blocks:", "1 to 2147483648" },
    { "11 4 64 512 2 ", "row 1, column 13: prefix caching:", "0 to 1" },
    { "11 4 64 512 0 1 1 0 0 2 0 0\n1 1 0\n0\n", "row 1", "at least 1 client" },
    { SETTINGS "1 1 1000000000000000000\n", "row 2, column 5: number of requests:", "18 digits" },
    { SETTINGS "1 1 2000000000\n0 20 3 0\n", "row 4, column 1:", "arrival" },
    { SETTINGS "1 1 1\n0 20 3.5 0\n0\n", "row 3, column 6: output:", "whole number" },
    { SETTINGS "1 1 1\n0 512 3 0\n0\n", "row 3, column 3: prompt:", "1 to 511" },
    { SETTINGS "1 1 1\n0 20 3 2000000000 1\n0\n", "row 5, column 1:", "id" },
    { SETTINGS "1 1 2\n5 20 3 0\n4 20 3 0\n0\n", "row 4", "before" },
    { SETTINGS "1 1 1\n0 20 3 0\n", "row 4, column 1:", "number of steps" },
    { SETTINGS "1 1 1\n0 20 3 0\n0\n7", "row 5", "more follows" },
    { SETTINGS "1 1 1\n0 20 3 0\n1\n1 2 3\n", "row 6", "recorded figure" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      text = cases[i].text;
      g_assert_null (ull_replay_read (&texts, "load", &error));
      g_test_message ("%s", error->message);
      g_assert_true (g_str_has_prefix (error->message, "load: row "));
      g_assert_nonnull (strstr (error->message, cases[i].place));
      g_assert_nonnull (strstr (error->message, cases[i].says));
    }
}

/* A request that waits for ever is named, with what it is too large for; what stands behind it is not lost either. */
static void
test_stuck (void)
{
  static const struct
  {
    const char *text;
    gint64 request;
    gboolean larger_than_step;
  } cases[] = {
    { "4 4 64 512 0 1 1 0 0 0 0 0\n1 1 3\n0 20 3 0\n0 200 9 0\n0 20 3 0\n0\n", 1, FALSE },
    { "4 4 64 512 0 0 0 0 0 0 0 0\n1 1 2\n0 200 9 0\n0 20 3 0\n0\n", 0, FALSE },
    { "4 4 64 512 1 0 0 0 0 0 0 0\n1 1 1\n0 20 90 0\n0\n", 0, FALSE },
    { "1 4 64 512 0 1 1 0 0 0 0 0\n1 1 1\n0 1 1 0\n0\n", 0, FALSE },
    { "40 4 64 512 0 1 1 1 0 0 0 0\n1 1 3\n0 20 3 0\n0 100 9 0\n0 20 3 0\n0\n", 1, TRUE },
    { "40 4 64 512 0 0 0 1 0 0 0 0\n1 1 3\n0 20 3 0\n0 100 9 0\n0 20 3 0\n0\n", 1, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (UllReplay) replay = NULL;
      g_autoptr (GError) error = NULL;
      UllReplayResult result;

      text = cases[i].text;
      replay = ull_replay_read (&texts, "load", &error);
      g_assert_no_error (error);
      g_assert_true (ull_replay_run (replay, NULL, NULL, &result, &error));
      g_assert_true (result.stuck);
      g_assert_cmpint (result.stuck_request, ==, cases[i].request);
      g_assert_true (result.larger_than_step == cases[i].larger_than_step);
    }
}

/* Times that cannot be counted end the run while its request is in flight. */
static void
test_long_time (void)
{
  g_autoptr (UllReplay) replay = NULL;
  g_autoptr (GError) error = NULL;
  UllReplayResult result;

  text = "40 4 2147483648 512 0 1 1 0 0 1 0 0\n2147483648 2147483648 1\n999999999999999999 500 200 0\n0\n";
  replay = ull_replay_read (&texts, "load", &error);
  g_assert_no_error (error);
  replay->token_us = G_MAXINT64 / 4;
  g_assert_false (ull_replay_run (replay, NULL, NULL, &result, &error));
  g_assert_nonnull (error);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/replay/bad-files", test_bad_files);
  g_test_add_func ("/replay/stuck", test_stuck);
  g_test_add_func ("/replay/long-time", test_long_time);
  return g_test_run ();
}
