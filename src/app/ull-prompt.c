#include "ull-prompt.h"

/* The dialog is made when it is shown, since before that there is no parent to give it, and it destroys itself at the
 * response; the task lives as long as the dialog. */

typedef struct
{
  const char *id;
  char *label;
  AdwResponseAppearance appearance;
} Response;

struct _UllPrompt
{
  GObject parent_instance;

  /* Owned */
  char *heading;
  char *body;
  GArray *responses;
};

G_DEFINE_FINAL_TYPE (UllPrompt, ull_prompt, G_TYPE_OBJECT)

static void
clear_response (Response *response)
{
  g_clear_pointer (&response->label, g_free);
}

static void
ull_prompt_finalize (GObject *object)
{
  UllPrompt *self = ULL_PROMPT (object);

  g_clear_pointer (&self->heading, g_free);
  g_clear_pointer (&self->body, g_free);
  g_clear_pointer (&self->responses, g_array_unref);
  G_OBJECT_CLASS (ull_prompt_parent_class)->finalize (object);
}

static void
ull_prompt_class_init (UllPromptClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ull_prompt_finalize;
}

static void
ull_prompt_init (UllPrompt *self)
{
  self->responses = g_array_new (FALSE, TRUE, sizeof (Response));
  g_array_set_clear_func (self->responses, (GDestroyNotify) clear_response);
}

UllPrompt *
ull_prompt_new (const char *heading, const char *body)
{
  UllPrompt *self = g_object_new (ULL_TYPE_PROMPT, NULL);

  self->heading = g_strdup (heading);
  self->body = g_strdup (body);
  return self;
}

void
ull_prompt_add_response (UllPrompt *self, const char *id, const char *label, AdwResponseAppearance appearance)
{
  Response response = { g_intern_string (id), g_strdup (label), appearance };

  g_return_if_fail (ULL_IS_PROMPT (self));

  g_array_append_val (self->responses, response);
}

/* The task's data is the answer that is given where nobody answers; it is taken with the first answer. */
static void
answer (GTask *task, const char *response)
{
  if (g_task_get_task_data (task) == NULL)
    return;
  g_task_set_task_data (task, NULL, NULL);
  g_task_return_pointer (task, (gpointer) g_intern_string (response), NULL);
}

/* An answer may end the window below. GTK keeps the dialog for as long as the pressed button's gesture goes on, longer than that window,
 * which it would then look for. */
static void
response_cb (AdwMessageDialog *dialog, const char *response, GTask *task)
{
  gtk_window_set_transient_for (GTK_WINDOW (dialog), NULL);
  answer (task, response);
}

/* The dialog is gone, also where it went with the window below it and never had a response. */
static void
dialog_gone_cb (gpointer data, GClosure *closure)
{
  g_autoptr (GTask) task = data;

  answer (task, g_task_get_task_data (task));
}

void
ull_prompt_choose (UllPrompt *self,
                   GtkWindow *parent,
                   GCancellable *cancellable,
                   GAsyncReadyCallback callback,
                   gpointer user_data)
{
  AdwMessageDialog *dialog;
  const Response *responses;
  GTask *task;

  g_return_if_fail (ULL_IS_PROMPT (self));
  g_return_if_fail (self->responses->len > 0);

  task = g_task_new (self, cancellable, callback, user_data);
  dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (parent, self->heading, self->body));
  responses = (const Response *) (gpointer) self->responses->data;
  for (guint i = 0; i < self->responses->len; i++)
    {
      adw_message_dialog_add_response (dialog, responses[i].id, responses[i].label);
      adw_message_dialog_set_response_appearance (dialog, responses[i].id, responses[i].appearance);
    }
  adw_message_dialog_set_close_response (dialog, responses[0].id);
  adw_message_dialog_set_default_response (dialog, responses[self->responses->len - 1].id);
  g_task_set_task_data (task, (gpointer) responses[0].id, NULL);
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), task, dialog_gone_cb, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

const char *
ull_prompt_choose_finish (UllPrompt *self, GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), NULL);
}
