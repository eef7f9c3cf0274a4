#include "ull-document.h"

#include <string.h>

/* Where a document says that its load's log is. In the file it is told from the document's folder on where the log lies in it or
 * below, so that the folder can be moved or sent as a whole; else absolute, so that it is found from wherever the document is opened.
 * In memory it is absolute. Files of before had the path as it was typed, from the working directory on: that is tried where there
 * is no such file beside the document. */

static UllScenario *
with_log (UllScenario *scenario, const char *path)
{
  g_autoptr (UllLoad) load = ull_load_copy (scenario->load);

  ull_load_set_trace (load, path);
  return ull_scenario_with_load (scenario, load);
}

static gboolean
has_log (const UllScenario *scenario)
{
  return scenario->load != NULL && scenario->load->trace != NULL;
}

UllScenario *
ull_document_find_log (UllScenario *scenario, const char *path, gboolean (*exists) (const char *path))
{
  g_autofree char *folder = g_path_get_dirname (path), *whole = g_canonicalize_filename (folder, NULL), *beside = NULL, *here = NULL;

  if (!has_log (scenario) || g_path_is_absolute (scenario->load->trace))
    return ull_scenario_ref (scenario);
  beside = g_canonicalize_filename (scenario->load->trace, whole);
  here = g_canonicalize_filename (scenario->load->trace, NULL);
  return with_log (scenario, !exists (beside) && exists (here) ? here : beside);
}

UllScenario *
ull_document_place_log (UllScenario *scenario, const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path), *whole = g_canonicalize_filename (folder, NULL), *log = NULL;
  gsize length = strlen (whole);

  if (!has_log (scenario))
    return ull_scenario_ref (scenario);
  log = g_canonicalize_filename (scenario->load->trace, NULL);
  if (!g_str_has_prefix (log, whole))
    return with_log (scenario, log);
  /* The root ends in a separator, other folders do not. */
  if (whole[length - 1] != G_DIR_SEPARATOR && log[length] != G_DIR_SEPARATOR)
    return with_log (scenario, log);
  return with_log (scenario, log + length + (log[length] == G_DIR_SEPARATOR));
}
