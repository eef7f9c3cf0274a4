#include "ull-launch-private.h"

#include <string.h>

/* Words to flags, as the engines' own readers of arguments have it: a flag begins with a hyphen and a letter (a number below zero
 * is a value), its value stands behind it or behind an equals sign, underscores in its name are hyphens. */

static void
flag_free (gpointer data)
{
  UllLaunchFlag *flag = data;

  g_free (flag->typed);
  g_free (flag->name);
  g_free (flag->path);
  g_ptr_array_unref (flag->values);
  g_free (flag);
}

static gboolean
is_flag (const char *word)
{
  if (word[0] != '-')
    return FALSE;
  return g_ascii_isalpha (word[1]) || (word[1] == '-' && g_ascii_isalpha (word[2]));
}

static UllLaunchFlag *
flag_new (const char *typed, const char *name, gsize length)
{
  UllLaunchFlag *flag = g_new0 (UllLaunchFlag, 1);

  flag->typed = g_strdup (typed);
  flag->name = g_strdelimit (g_strndup (name, length), "_", '-');
  flag->values = g_ptr_array_new_with_free_func (g_free);
  return flag;
}

/* --name, --name=value, --name.path=value, -name, and -O3, whose value follows its letter. */
static UllLaunchFlag *
read_flag (const char *word)
{
  const char *name = word + strspn (word, "-");
  gboolean is_short = word[1] != '-';
  gsize length = strcspn (name, "="), base = is_short ? length : MIN (length, strcspn (name, "."));
  g_autofree char *typed = g_strndup (word, (gsize) (name - word) + length);
  UllLaunchFlag *flag;

  if (is_short && name[0] == 'O' && g_ascii_isdigit (name[1]) && length == strlen (name))
    {
      flag = flag_new ("-O", "O", 1);
      g_ptr_array_add (flag->values, g_strdup (name + 1));
    }
  else
    {
      flag = flag_new (typed, name, base);
      if (base < length)
        flag->path = g_strndup (name + base + 1, length - base - 1);
      if (name[length] == '=')
        g_ptr_array_add (flag->values, g_strdup (name + length + 1));
    }
  flag->is_short = is_short;
  return flag;
}

GPtrArray *
ull_launch_split (GPtrArray *words, UllLaunchArity (*arity) (const UllLaunchFlag *flag))
{
  GPtrArray *flags = g_ptr_array_new_with_free_func (flag_free);
  UllLaunchFlag *open = NULL;
  UllLaunchArity wants = ULL_ARITY_NONE;

  for (guint i = 0; i < words->len; i++)
    {
      const char *word = g_ptr_array_index (words, i);

      if (is_flag (word))
        {
          open = read_flag (word);
          wants = open->values->len > 0 ? ULL_ARITY_NONE : arity (open);
          g_ptr_array_add (flags, open);
          continue;
        }
      if (open == NULL || wants == ULL_ARITY_NONE)
        {
          open = flag_new ("", "", 0);
          wants = ULL_ARITY_NONE;
          g_ptr_array_add (flags, open);
        }
      g_ptr_array_add (open->values, g_strdup (word));
      if (wants == ULL_ARITY_ONE)
        wants = ULL_ARITY_NONE;
    }
  return flags;
}
