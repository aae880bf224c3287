"""The only writer: one host per table, fed by people and dealers, durable before it answers."""
