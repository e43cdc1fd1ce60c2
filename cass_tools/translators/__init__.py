"""Who writes a translation: rules, or a model. Each turns a source into a candidate; nobody after that asks who."""
