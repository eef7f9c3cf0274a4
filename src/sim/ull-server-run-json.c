#include "ull-server-run-private.h"

#include "ull-error.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A run's requests as JSON: a list of objects with the names of the CSV's columns, or what vLLM's own benchmark saves, `vllm bench serve
 * --save-result --save-detailed`: a list of each figure, in which a request has the same place. That has when a request was sent
 * (start_times), how long its first token took (ttfts) and each gap between two chunks after it (itls), all in seconds; their sum is its end. An
 * older release saves no start_times: what came while what else ran is then not known, and nothing can be replayed. */

char *
ull_server_run_read_outcome (const char *outcome, gboolean *refused)
{
  *refused = g_str_equal (outcome, "refused");
  if (*refused || outcome[0] == '\0' || g_str_equal (outcome, "finished"))
    return NULL;
  return g_strdup_printf (_("“%s”: what such a request took of the server is not known; a run whose requests are all finished, or refused, would be right"), outcome);
}

static gboolean
is_there (UllJsonRef object, const char *name, UllJsonRef *value)
{
  return ull_json_get (object, name, value) && ull_json_type (*value) != ULL_JSON_NULL;
}

static gboolean
read_refused (UllJsonRef object, gboolean *refused, GError **error)
{
  g_autofree char *outcome = NULL, *wrong = NULL;
  UllJsonRef member;

  *refused = FALSE;
  if (!is_there (object, "outcome", &member))
    return TRUE;
  outcome = ull_json_read_string (member, error);
  if (outcome == NULL)
    return FALSE;
  wrong = ull_server_run_read_outcome (outcome, refused);
  if (wrong == NULL)
    return TRUE;
  ull_json_set_error (member, error, ULL_ERROR_INVALID, "%s", wrong);
  return FALSE;
}

static gboolean
read_concurrency (UllJsonRef object, double *concurrency, GError **error)
{
  UllJsonRef member;

  *concurrency = 0;
  if (!is_there (object, "concurrency", &member))
    return TRUE;
  if (!ull_json_read_double (member, concurrency, error))
    return FALSE;
  if (*concurrency >= 1 && *concurrency <= 1e6)
    return TRUE;
  ull_json_set_error (member, error, ULL_ERROR_INVALID, _("this is no concurrency; a number from 1 to 1,000,000 would be right"));
  return FALSE;
}

static gboolean
add (UllServerRun *run, UllJsonRef place, const double figures[ULL_N_RUN_FIGURES], double concurrency, GError **error)
{
  g_autofree char *wrong = ull_server_run_add (run, figures, concurrency, run->ids->len);

  if (wrong == NULL)
    return TRUE;
  ull_json_set_error (place, error, ULL_ERROR_INVALID, "%s", wrong);
  return FALSE;
}

static gboolean
read_object (UllServerRun *run, UllJsonRef object, GError **error)
{
  double figures[ULL_N_RUN_FIGURES], concurrency;
  gboolean refused;
  UllJsonRef member;

  if (ull_json_type (object) != ULL_JSON_OBJECT)
    {
      ull_json_set_error (object, error, ULL_ERROR_INVALID, _("is no request; an object with arrival_s and the other names of a CSV would be right"));
      return FALSE;
    }
  if (!read_refused (object, &refused, error) || refused)
    return refused;
  if (!read_concurrency (object, &concurrency, error))
    return FALSE;
  for (guint i = 0; i < ULL_N_RUN_FIGURES; i++)
    {
      if (!is_there (object, ull_server_run_names[i], &member))
        {
          ull_json_set_error (object, error, ULL_ERROR_MISSING,
                              _("has no %s; arrival_s, prompt_tokens, output_tokens, first_token_s and finish_s are needed"), ull_server_run_names[i]);
          return FALSE;
        }
      if (!ull_json_read_double (member, &figures[i], error))
        return FALSE;
    }
  return add (run, object, figures, concurrency, error);
}

gboolean
ull_server_run_read_objects (UllServerRun *run, UllJsonRef list, GError **error)
{
  UllJsonRef object;

  for (gboolean ok = ull_json_first (list, &object); ok; ok = ull_json_next (&object))
    if (!read_object (run, object, error))
      return FALSE;
  return TRUE;
}

/* The benchmark's lists, in the order in which they are asked for. */
enum
{
  PROMPTS,
  ANSWERS,
  FIRSTS,
  GAPS,
  STARTS,
  N_LISTS,
};

static const char *const list_names[N_LISTS] = { "input_lens", "output_lens", "ttfts", "itls", "start_times" };

static gboolean
find_lists (UllJsonRef root, UllJsonRef lists[N_LISTS], GError **error)
{
  for (guint i = 0; i < N_LISTS; i++)
    {
      if (!ull_json_get (root, list_names[i], &lists[i]) || ull_json_type (lists[i]) != ULL_JSON_ARRAY)
        {
          ull_json_set_error (root, error, ULL_ERROR_MISSING,
                              i == STARTS ? _("has no %s, so that it is not known when each request was sent; a file of a release of vLLM that saves them, or a CSV "
                                              "with arrival_s, prompt_tokens, output_tokens, first_token_s and finish_s, would be right")
                                          : _("has no %s; --save-detailed beside --save-result would be right"),
                              list_names[i]);
          return FALSE;
        }
      if (ull_json_length (lists[i]) == ull_json_length (lists[PROMPTS]))
        continue;
      ull_json_set_error (lists[i], error, ULL_ERROR_INVALID, _("is not as long as %s; a figure of each request would be right"), list_names[PROMPTS]);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_errors (UllJsonRef root, GError **error)
{
  UllJsonRef list, item;

  if (!ull_json_get (root, "errors", &list) || ull_json_type (list) != ULL_JSON_ARRAY)
    return TRUE;
  for (gboolean ok = ull_json_first (list, &item); ok; ok = ull_json_next (&item))
    {
      g_autofree char *said = ull_json_type (item) == ULL_JSON_STRING ? ull_json_read_string (item, NULL) : NULL;

      if (said == NULL || *said == '\0')
        continue;
      ull_json_set_error (item, error, ULL_ERROR_INVALID,
                          _("a request failed, and what it took of the server is not known; a run whose requests were all answered would be right"));
      return FALSE;
    }
  return TRUE;
}

static gboolean
sum_gaps (UllJsonRef gaps, double *sum, GError **error)
{
  UllJsonRef item;

  *sum = 0;
  if (ull_json_type (gaps) != ULL_JSON_ARRAY)
    {
      ull_json_set_error (gaps, error, ULL_ERROR_INVALID, _("is no list; the gaps between an answer’s tokens, in seconds, would be right"));
      return FALSE;
    }
  for (gboolean ok = ull_json_first (gaps, &item); ok; ok = ull_json_next (&item))
    {
      double gap;

      if (!ull_json_read_double (item, &gap, error))
        return FALSE;
      *sum += gap;
    }
  return TRUE;
}

gboolean
ull_server_run_read_bench (UllServerRun *run, UllJsonRef root, GError **error)
{
  UllJsonRef lists[N_LISTS], at[N_LISTS];
  gboolean there = TRUE;

  if (!find_lists (root, lists, error) || !check_errors (root, error))
    return FALSE;
  for (guint i = 0; i < N_LISTS; i++)
    there &= ull_json_first (lists[i], &at[i]);
  while (there)
    {
      double figures[ULL_N_RUN_FIGURES], first, gaps;

      if (!ull_json_read_double (at[PROMPTS], &figures[ULL_RUN_PROMPT], error) || !ull_json_read_double (at[ANSWERS], &figures[ULL_RUN_OUTPUT], error)
          || !ull_json_read_double (at[FIRSTS], &first, error) || !sum_gaps (at[GAPS], &gaps, error)
          || !ull_json_read_double (at[STARTS], &figures[ULL_RUN_QUEUED], error))
        return FALSE;
      figures[ULL_RUN_FIRST] = figures[ULL_RUN_QUEUED] + first;
      figures[ULL_RUN_LAST] = figures[ULL_RUN_FIRST] + gaps;
      if (!add (run, at[STARTS], figures, 0, error))
        return FALSE;
      for (guint i = 0; i < N_LISTS; i++)
        there &= ull_json_next (&at[i]);
    }
  return TRUE;
}
