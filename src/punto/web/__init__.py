"""The table server over HTTP and WebSocket: the API, and the pages that use it."""
