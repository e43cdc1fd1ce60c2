"""Language models on this machine: which are known, where their files lie, how they come here. No model is loaded."""
