"""Keeping the peace on a server: roles, warnings, mutes, bans, reports, notices to everybody."""
