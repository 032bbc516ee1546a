"""The program without window, speech or files: keys and time in, outputs for the shell out."""
