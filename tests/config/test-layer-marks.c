/* A layer that lacks a tensor which the layers like it have is named; layers that are made otherwise are not. */
#include "gguf-make.h"
#include "shard-files.h"
#include "ull-config.h"
#include "ull-gguf-reader.h"
#include "ull-layer-marks.h"

#include <string.h>

#define LLAMA "attn.q.weight attn.o.weight mlp.up.weight mlp.down.weight"
#define DENSE "attn.q.weight mlp.up.weight mlp.down.weight"
#define SPARSE "attn.q.weight gate.weight experts.0.up experts.0.down experts.1.up experts.1.down"

static char *
find_lack (const char *const *layers)
{
  g_autoptr (UllLayerMarks) marks = ull_layer_marks_new ((gint64) g_strv_length ((char **) layers));

  for (guint i = 0; layers[i] != NULL; i++)
    {
      g_auto (GStrv) names = g_strsplit (layers[i], " ", -1);

      for (char **name = names; *name != NULL; name++)
        ull_layer_marks_add (marks, i, *name, strlen (*name));
    }
  return ull_layer_marks_dup_lack (marks);
}

static void
test_layers (void)
{
  static const struct
  {
    const char *layers[6];
    const char *says; /* NULL: nothing is said */
  } cases[] = {
    { { LLAMA, LLAMA, LLAMA }, NULL },
    { { LLAMA, "attn.q.weight attn.o.weight mlp.up.weight", LLAMA }, "layer 1 has no “mlp.down.weight”, which 2 others have" },
    { { LLAMA, LLAMA, "attn.q.weight mlp.up.weight" }, "layer 2 lacks 2 tensors that 2 others have, as “attn.o.weight”" },
    /* Two of two: which one is whole is not known. Two of four lack the same: they are made so. */
    { { LLAMA, "attn.q.weight" }, NULL },
    { { LLAMA, "attn.q.weight", "attn.q.weight", LLAMA }, NULL },
    /* One dense layer before those with experts; and one that has more than the others, as a table of positions. */
    { { DENSE, SPARSE, SPARSE }, NULL },
    { { LLAMA " bias.weight", LLAMA, LLAMA }, NULL },
    /* An expert's matrix, whose name is like the other expert's. */
    { { DENSE, SPARSE, SPARSE, "attn.q.weight gate.weight experts.0.up experts.0.down experts.1.up", SPARSE },
      "layer 3 has 5 tensors, and others like it have 6" },
    /* A model pruned layer by layer has its own number of experts in each. */
    { { SPARSE, SPARSE " experts.2.up", SPARSE " experts.2.up experts.3.up", SPARSE }, NULL },
    { { "", LLAMA, LLAMA }, NULL },
    { { "\377", LLAMA, LLAMA }, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *says = find_lack (cases[i].layers);

      if (cases[i].says == NULL ? says != NULL : says == NULL || strstr (says, cases[i].says) == NULL)
        g_error ("%" G_GSIZE_FORMAT ": %s", i, says != NULL ? says : "nothing is said");
    }
}

/* Of more kinds than there is room for, of layers that no two are alike, and of numbers beyond the last layer nothing is said. */
static void
test_no_pattern (void)
{
  g_autoptr (UllLayerMarks) kinds = ull_layer_marks_new (3), sets = ull_layer_marks_new (60), none = ull_layer_marks_new (-1);

  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *name = g_strnfill (i + 1, 'x');

      ull_layer_marks_add (kinds, i % 3, name, i + 1);
      for (guint k = 0; i < 60 && k <= i; k++)
        ull_layer_marks_add (sets, i, name, k + 1);
      ull_layer_marks_add (none, 0, name, i + 1);
    }
  ull_layer_marks_add (sets, 60, "x", 1);
  ull_layer_marks_add (sets, -1, "x", 1);
  g_assert_null (ull_layer_marks_dup_lack (kinds));
  g_assert_null (ull_layer_marks_dup_lack (sets));
  g_assert_null (none);
  g_assert_null (ull_layer_marks_dup_lack (none));
}

static void
assert_warned (const UllModel *model, const char *says, gboolean warned)
{
  gboolean found = FALSE;

  for (char **warning = model->warnings; warning != NULL && *warning != NULL; warning++)
    found |= strstr (*warning, says) != NULL;
  g_assert_true (found == warned);
}

#define PACKED(n)                                                                                                                 \
  { "model.layers." n ".mlp.up_proj.qweight", "I32", "[8,2]", 64 }, { "model.layers." n ".mlp.up_proj.scales", "F16", "[1,16]", 32 }
#define NORM(n) { "model.layers." n ".input_layernorm.weight", "F16", "[8]", 16 }

/* Quantised, so that the number of elements tells nothing. */
static void
test_quantised_folder (void)
{
  static const ShardTensor whole[] = { NORM ("0"), PACKED ("0"), NORM ("1"), PACKED ("1"), NORM ("2"), PACKED ("2") };
  static const ShardTensor short_of[] = { NORM ("0"), PACKED ("0"), NORM ("1"), PACKED ("1"), NORM ("2") };
  const char *says = "layer 2 lacks 2 tensors that 2 others have, as “mlp.up_proj.qweight”";
  char *folder = shard_make_folder ();
  g_autoptr (GError) error = NULL;

  shard_put (folder, "config.json",
             "{\"model_type\":\"llama\",\"num_hidden_layers\":3,\"hidden_size\":8,\"num_attention_heads\":2,\"intermediate_size\":16,"
             "\"vocab_size\":10,\"max_position_embeddings\":64,\"quantization_config\":{\"quant_method\":\"awq\",\"bits\":4,"
             "\"group_size\":8,\"zero_point\":false}}");
  shard_write_tensors (folder, "model.safetensors", whole, G_N_ELEMENTS (whole));
  g_autoptr (UllModel) model = ull_config_open (folder, ULL_CONFIG_DEFAULT, &error);
  g_assert_no_error (error);
  assert_warned (model, "others have", FALSE);
  shard_write_tensors (folder, "model.safetensors", short_of, G_N_ELEMENTS (short_of));
  g_autoptr (UllModel) lacking = ull_config_open (folder, ULL_CONFIG_DEFAULT, &error);
  g_assert_no_error (error);
  assert_warned (lacking, says, TRUE);
  shard_remove_folder (folder);
}

static UllModel *
read_gguf (guint without)
{
  static const char *const names[] = { "attn_q", "attn_output", "ffn_up", "ffn_down" };
  GgufMake *make = gguf_make_new (3, FALSE);
  g_autoptr (GError) error = NULL;

  gguf_make_keys (make, "llama", "block_count=3 embedding_length=64 attention.head_count=4 attention.head_count_kv=4");
  for (guint i = 0; i < 3 * G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strdup_printf ("blk.%u.%s.weight", i / 4, names[i % 4]);

      if (i != without)
        gguf_make_tensor (make, name, 12, 256, 8, 0);
    }
  g_autoptr (GBytes) bytes = gguf_make_end (make);
  UllModel *model = ull_gguf_read ("x.gguf", bytes, &error);
  g_assert_no_error (error);
  return model;
}

static void
test_gguf (void)
{
  g_autoptr (UllModel) whole = read_gguf (G_MAXUINT), lacking = read_gguf (7);

  assert_warned (whole, "others have", FALSE);
  assert_warned (lacking, "layer 1 has no “ffn_down.weight”, which 2 others have", TRUE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/layer-marks/layers", test_layers);
  g_test_add_func ("/layer-marks/no-pattern", test_no_pattern);
  g_test_add_func ("/layer-marks/quantised-folder", test_quantised_folder);
  g_test_add_func ("/layer-marks/gguf", test_gguf);
  return g_test_run ();
}
