"""What tests of the shells and of the whole program share: a fake app, a terminal, a screen."""
