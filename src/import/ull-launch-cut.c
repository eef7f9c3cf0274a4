#include "ull-launch-private.h"

#include "ull-shell-private.h"

#include <string.h>

/* Which of a text's commands starts an engine. Programs that only speak of one (pkill, grep, echo) do not; programs that start
 * another (nohup, numactl, mpirun, docker exec) are looked through; a text in quotes (sh -c, tmux) is read as a text of its
 * own. Arguments alone, as a container's list has them, are those of the engine that the image names or of which they are. */

#define MAX_DEPTH 3

typedef struct
{
  GHashTable *fills;
  GPtrArray *cuts;
  GPtrArray *env; /* of what was exported so far */
  guint depth;
} Finder;

void
ull_launch_cut_free (UllLaunchCut *cut)
{
  g_ptr_array_unref (cut->words);
  g_ptr_array_unref (cut->env);
  g_free (cut->image);
  g_free (cut->gpus);
  g_free (cut);
}

static UllLaunchCut *
cut_new (const Finder *finder, const char *image)
{
  UllLaunchCut *cut = g_new0 (UllLaunchCut, 1);

  cut->words = g_ptr_array_new_with_free_func (g_free);
  cut->env = g_ptr_array_new_with_free_func (g_free);
  cut->image = g_strdup (image);
  for (guint i = 0; i < finder->env->len; i++)
    g_ptr_array_add (cut->env, g_strdup (g_ptr_array_index (finder->env, i)));
  return cut;
}

/* Programs that name an engine and do not start it. */
static gboolean
is_bystander (const char *word)
{
  static const char *const words[] = { "pkill", "kill", "killall", "pgrep", "grep", "egrep", "rg", "echo", "printf", "which", "pip",
                                       "pip3", "git", "cat", "tail", "head", "curl", "wget", "man", "alias", "cmake", "make",
                                       "tee", "cp", "ls", "apt", "brew", "huggingface-cli", "hf", "conda", NULL };
  g_autofree char *name = g_path_get_basename (word);

  return g_strv_contains (words, name);
}

static void
take_environment (UllLaunchCut *cut, GPtrArray *words, guint end)
{
  for (guint i = 0; i < end; i++)
    if (ull_shell_assigned_name (g_ptr_array_index (words, i)) > 0)
      g_ptr_array_add (cut->env, g_strdup (g_ptr_array_index (words, i)));
}

static void
finish_cut (Finder *finder, UllLaunchCut *cut, GPtrArray *words, guint first)
{
  for (guint i = first; i < words->len; i++)
    g_ptr_array_add (cut->words, g_strdup (g_ptr_array_index (words, i)));
  g_ptr_array_add (finder->cuts, cut);
}

/* A program anywhere in the words: what stands before it starts it. */
static gboolean
cut_at_program (Finder *finder, GPtrArray *words, const char *image)
{
  for (guint i = 0; i < words->len; i++)
    {
      UllLaunchEngine engine;
      guint length = ull_launch_match_program (words, i, &engine);
      UllLaunchCut *cut;

      if (length == 0 || (i > 0 && strcmp (g_ptr_array_index (words, i - 1), "install") == 0))
        continue;
      cut = cut_new (finder, image);
      cut->engine = engine;
      cut->model_first = length > 1 || engine != ULL_LAUNCH_VLLM;
      take_environment (cut, words, i);
      ull_launch_read_container (words, cut);
      finish_cut (finder, cut, words, i + length);
      return TRUE;
    }
  return FALSE;
}

/* -c, -lc: a shell's, before the text that it runs. */
static gboolean
is_shell_option (const char *word)
{
  return word[0] == '-' && g_ascii_isalpha (word[1]) && strlen (word) <= 4 && g_str_has_suffix (word, "c");
}

static gboolean
has_flag (GPtrArray *words, guint first)
{
  for (guint i = first; i < words->len; i++)
    if (g_str_has_prefix (g_ptr_array_index (words, i), "--"))
      return TRUE;
  return FALSE;
}

/* The engine of the first flag that only one has. */
static UllLaunchEngine
match_flags (GPtrArray *words, guint first)
{
  UllLaunchEngine engine = ULL_LAUNCH_UNKNOWN;

  for (guint i = first; engine == ULL_LAUNCH_UNKNOWN && i < words->len; i++)
    {
      const char *word = g_ptr_array_index (words, i);
      g_autofree char *name = g_strndup (word + strspn (word, "-"), strcspn (word + strspn (word, "-"), "="));

      if (*word == '-')
        engine = ull_launch_match_flag (g_strdelimit (name, "_", '-'));
    }
  return engine;
}

/* An image whose own program is the engine: what stands behind it are the engine's arguments. One of another name is known by
 * them, where nothing but they stands there. */
static gboolean
cut_at_image (Finder *finder, GPtrArray *words)
{
  g_autoptr (UllLaunchCut) cut = cut_new (finder, NULL);
  guint image = ull_launch_read_container (words, cut);

  if (image == 0 || image + 1 >= words->len || is_shell_option (g_ptr_array_index (words, image + 1)))
    return FALSE;
  cut->engine = ull_launch_match_image (cut->image);
  if (cut->engine == ULL_LAUNCH_UNKNOWN && *(const char *) g_ptr_array_index (words, image + 1) == '-')
    cut->engine = match_flags (words, image + 1);
  if (cut->engine == ULL_LAUNCH_UNKNOWN || !has_flag (words, image + 1))
    return FALSE;
  cut->model_first = TRUE;
  take_environment (cut, words, image);
  finish_cut (finder, g_steal_pointer (&cut), words, image + 1);
  return TRUE;
}

/* Arguments alone: the first word, behind a model or assignments, is a flag. */
static gboolean
cut_arguments (Finder *finder, GPtrArray *words, const char *image, gboolean list)
{
  UllLaunchEngine engine = image != NULL ? ull_launch_match_image (image) : ULL_LAUNCH_UNKNOWN;
  guint first = 0;
  UllLaunchCut *cut;

  while (first < words->len && ull_shell_assigned_name (g_ptr_array_index (words, first)) > 0)
    first++;
  if (engine == ULL_LAUNCH_UNKNOWN)
    engine = match_flags (words, first);
  if (engine == ULL_LAUNCH_UNKNOWN || !has_flag (words, first)
      || (!list && *(const char *) g_ptr_array_index (words, first) != '-'))
    return FALSE;
  cut = cut_new (finder, image);
  cut->engine = engine;
  cut->model_first = TRUE;
  take_environment (cut, words, first);
  finish_cut (finder, cut, words, first);
  return TRUE;
}

static void find_in (Finder *finder, GPtrArray *commands);

/* A word that is a text: read as one, with what its command set. */
static gboolean
cut_texts (Finder *finder, GPtrArray *words, const char *image)
{
  guint before = finder->cuts->len;

  if (finder->depth >= MAX_DEPTH)
    return FALSE;
  for (guint i = 0; i < words->len; i++)
    {
      const char *word = g_ptr_array_index (words, i);
      UllShellLexer lexer;

      if (strpbrk (word, " \n") == NULL || !ull_launch_is_mentioned (word))
        continue;
      ull_shell_lexer_init (&lexer, word, finder->fills);
      ull_shell_lexer_run (&lexer);
      finder->depth++;
      find_in (finder, lexer.commands);
      finder->depth--;
      ull_shell_lexer_clear (&lexer);
    }
  for (guint i = before; i < finder->cuts->len; i++)
    {
      UllLaunchCut *cut = g_ptr_array_index (finder->cuts, i);

      if (cut->image == NULL)
        cut->image = g_strdup (image);
      take_environment (cut, words, words->len);
      ull_launch_read_container (words, cut);
    }
  return finder->cuts->len > before;
}

/* An array that a later command takes its words from is not one more command. */
static gboolean
is_used_array (GPtrArray *commands, guint at)
{
  const UllShellCommand *array = g_ptr_array_index (commands, at);

  for (guint i = at + 1; array->array != NULL && i < commands->len; i++)
    {
      const UllShellCommand *command = g_ptr_array_index (commands, i);
      const char *first = g_ptr_array_index (array->words, 0);
      guint found;

      if (command->words->len > array->words->len
          && g_ptr_array_find_with_equal_func (command->words, first, g_str_equal, &found))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_export (GPtrArray *words)
{
  guint first = strcmp (g_ptr_array_index (words, 0), "export") == 0 ? 1 : 0;

  for (guint i = first; i < words->len; i++)
    if (ull_shell_assigned_name (g_ptr_array_index (words, i)) == 0)
      return FALSE;
  return TRUE;
}

static void
find_in_command (Finder *finder, const UllShellCommand *command)
{
  GPtrArray *words = command->words;
  guint before = finder->cuts->len;

  if (is_export (words))
    {
      for (guint i = 0; i < words->len; i++)
        if (ull_shell_assigned_name (g_ptr_array_index (words, i)) > 0)
          g_ptr_array_add (finder->env, g_strdup (g_ptr_array_index (words, i)));
      return;
    }
  if (is_bystander (g_ptr_array_index (words, 0)))
    return;
  if (!cut_at_program (finder, words, command->image) && !cut_at_image (finder, words)
      && !cut_texts (finder, words, command->image) && finder->depth == 0)
    cut_arguments (finder, words, command->image, command->list);
  for (guint i = before; finder->depth == 0 && i < finder->cuts->len; i++)
    ((UllLaunchCut *) g_ptr_array_index (finder->cuts, i))->source = command;
}

static void
find_in (Finder *finder, GPtrArray *commands)
{
  for (guint i = 0; i < commands->len; i++)
    if (!is_used_array (commands, i))
      find_in_command (finder, g_ptr_array_index (commands, i));
}

GPtrArray *
ull_launch_cut (GPtrArray *commands, GHashTable *fills)
{
  Finder finder = { .fills = fills };

  finder.cuts = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_launch_cut_free);
  finder.env = g_ptr_array_new_with_free_func (g_free);
  find_in (&finder, commands);
  g_ptr_array_unref (finder.env);
  return finder.cuts;
}
