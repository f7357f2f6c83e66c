"""Runs migrations on the connection that the program has opened."""

from alembic import context

from stolik.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
context.run_migrations()
