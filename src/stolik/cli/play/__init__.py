"""`stolik play`."""
