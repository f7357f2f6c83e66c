"""Tables over HTTP: what is offered, sitting down, looking back, and fair dealing."""
