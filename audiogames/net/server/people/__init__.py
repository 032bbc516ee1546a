"""People on a server: who they are, how they come, go and come back, and what they say."""
