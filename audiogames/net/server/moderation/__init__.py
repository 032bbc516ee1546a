"""Moderation of a server: roles, warnings, mutes, bans, reports, notices."""
