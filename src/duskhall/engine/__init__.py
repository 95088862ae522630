"""The engine every game shares. It knows none of them."""
