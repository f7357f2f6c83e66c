"""Makes both word lists again from public packages: `make lexicons`, told in docs/lexicons.md."""
