"""A Qwen2 of random weights as safetensors: `python tiny_qwen.py FOLDER`, run by a Python that has torch."""

import io
import sys
from pathlib import Path

import sentencepiece  # type: ignore[import-not-found]
import torch  # type: ignore[import-not-found]
from transformers import Qwen2Config, Qwen2ForCausalLM  # type: ignore[import-not-found]

TEXT = ["__device__ int f(int a) { return a + 1; }", "float x = y * 2.0f;", "for (int i = 0; i < n; ++i) s += v[i];"]


def main() -> None:
    """Write the model; its tokenizer knows the few words above and bytes."""
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    made = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(TEXT * 50),
        model_writer=made,
        vocab_size=320,
        model_type="bpe",
        byte_fallback=True,
        character_coverage=1.0,
        hard_vocab_limit=False,
    )
    (folder / "tokenizer.model").write_bytes(made.getvalue())
    words = sentencepiece.SentencePieceProcessor(model_proto=made.getvalue()).vocab_size()
    torch.manual_seed(1)
    config = Qwen2Config(
        vocab_size=words,
        hidden_size=256,
        intermediate_size=512,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=512,
        bos_token_id=1,
        eos_token_id=2,
    )
    Qwen2ForCausalLM(config).to(torch.float16).save_pretrained(folder, safe_serialization=True)


if __name__ == "__main__":
    main()
