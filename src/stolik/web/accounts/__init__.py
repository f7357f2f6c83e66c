"""Who somebody is: names, logging in, keys, what belongs to a person."""
