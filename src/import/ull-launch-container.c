#include "ull-launch-private.h"

#include <string.h>

/* docker run OPTIONS IMAGE COMMAND: what stands before the image is docker's, what stands behind it the engine's. Every option of
 * docker's takes a value but those below, so that the image is the first word that is neither. kubectl run NAME OPTIONS -- COMMAND
 * names the image as an option, and two hyphens stand before what is the engine's. */

static const char *const switches[] = { "detach", "interactive", "tty", "rm", "privileged", "init", "read-only", "publish-all",
                                        "no-healthcheck", "oom-kill-disable", "disable-content-trust", "quiet", "sig-proxy",
                                        "help", "replace", NULL };
/* Short ones, which may stand together: -itd. */
static const char letters[] = "ditPq";

static gboolean
is_switch (const char *word)
{
  if (word[1] != '-')
    return strspn (word + 1, letters) == strlen (word + 1);
  return g_strv_contains (switches, word + 2);
}

static void
take_option (const char *option, const char *value, UllLaunchCut *cut)
{
  if (g_str_equal (option, "-e") || g_str_equal (option, "--env"))
    g_ptr_array_add (cut->env, g_strdup (value));
  else if (g_str_equal (option, "--gpus"))
    {
      g_free (cut->gpus);
      cut->gpus = g_strdup (value);
    }
}

/* The index behind the option at @at. */
static guint
read_option (GPtrArray *words, guint at, UllLaunchCut *cut)
{
  const char *word = g_ptr_array_index (words, at);
  const char *equals = strchr (word, '=');
  g_autofree char *option = equals != NULL ? g_strndup (word, (gsize) (equals - word)) : g_strdup (word);

  if (equals != NULL)
    {
      take_option (option, equals + 1, cut);
      return at + 1;
    }
  if (is_switch (word) || at + 1 >= words->len)
    return at + 1;
  take_option (option, g_ptr_array_index (words, at + 1), cut);
  return at + 2;
}

/* The index behind "run" or "exec" of a container program; 0 where there is none. */
static guint
find_run (GPtrArray *words)
{
  for (guint i = 0; i + 1 < words->len; i++)
    {
      const char *word = g_ptr_array_index (words, i), *next = g_ptr_array_index (words, i + 1);
      g_autofree char *name = g_path_get_basename (word);

      if ((g_str_equal (name, "docker") || g_str_equal (name, "podman") || g_str_equal (name, "nerdctl"))
          && (g_str_equal (next, "run") || g_str_equal (next, "exec") || g_str_equal (next, "create")))
        return i + 2;
    }
  return 0;
}

/* The index behind "run" of kubectl, or of a program in its place; 0 where there is none. */
static guint
find_pod (GPtrArray *words)
{
  for (guint i = 0; i + 1 < words->len; i++)
    {
      g_autofree char *name = g_path_get_basename (g_ptr_array_index (words, i));

      if ((g_str_equal (name, "kubectl") || g_str_equal (name, "oc")) && strcmp (g_ptr_array_index (words, i + 1), "run") == 0)
        return i + 2;
    }
  return 0;
}

/* The index of the two hyphens; 0 where none stand in the words. */
static guint
read_pod (GPtrArray *words, guint at, UllLaunchCut *cut)
{
  for (; at < words->len; at++)
    {
      const char *word = g_ptr_array_index (words, at);
      const char *next = at + 1 < words->len ? g_ptr_array_index (words, at + 1) : "";
      gboolean joined = g_str_has_prefix (word, "--image=");

      if (g_str_equal (word, "--"))
        return cut->image != NULL ? at : 0;
      if (joined || g_str_equal (word, "--image"))
        {
          g_free (cut->image);
          cut->image = g_strdup (joined ? word + strlen ("--image=") : next);
        }
      else if (g_str_has_prefix (word, "--env="))
        take_option ("--env", word + strlen ("--env="), cut);
      else if (g_str_equal (word, "--env"))
        take_option (word, next, cut);
    }
  return 0;
}

guint
ull_launch_read_container (GPtrArray *words, UllLaunchCut *cut)
{
  guint at = find_run (words), pod = find_pod (words);

  if (pod > 0)
    return read_pod (words, pod, cut);
  if (at == 0)
    return 0;
  while (at < words->len && *(const char *) g_ptr_array_index (words, at) == '-')
    at = read_option (words, at, cut);
  if (at >= words->len)
    return 0;
  g_free (cut->image);
  cut->image = g_strdup (g_ptr_array_index (words, at));
  return at;
}
