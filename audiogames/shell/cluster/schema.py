"""The database schema by versions, and its queries; the start migrates older schemas.

`kept` has rows by kind (`shelf`) and name, with their table, the owning process, and the rules
version that an owner needs; `names` has the unique names by which they are found.  `owners` has the
process and the epoch of each table, `past_owners` every change of owner.  Each row of `entries` has
the epoch in which it was written, so the database itself proves that no two processes ever wrote to
a table at the same time.

`shown` and `mail` hold the exchange between processes (see `meeting`).  They contain nothing that
must survive a crash, so they are unlogged, absent on a standby, and empty after a crash.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from audiogames.shell.server.rating import CONDUCT_TABLE
from audiogames.shell.server.rating import TABLES as RATINGS

LOCK: Final = 749_900
"""The class of the advisory locks: each process holds one with its own number (see `process`)."""

PREPARING: Final = 749_901
"""The class of the lock held while the tables are created or migrated."""

VERSIONS: Final = (
    """
CREATE TABLE audiogames_version (number int NOT NULL);
CREATE TABLE processes (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    address text NOT NULL,
    lease timestamptz NOT NULL,
    began timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE kept (
    shelf text, name text, text text NOT NULL,
    place bigint NOT NULL, process int NOT NULL,
    touched timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (shelf, name)
);
CREATE INDEX kept_by_place ON kept (place) WHERE place <> 0;
CREATE TABLE names (
    given text PRIMARY KEY, shelf text NOT NULL, name text NOT NULL,
    FOREIGN KEY (shelf, name) REFERENCES kept ON DELETE CASCADE
);
CREATE INDEX names_by_row ON names (shelf, name);
CREATE TABLE owners (place bigint PRIMARY KEY, process int NOT NULL, epoch int NOT NULL);
CREATE TABLE past_owners (
    place bigint, epoch int, process int NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (place, epoch)
);
CREATE TABLE matches (place bigint PRIMARY KEY, header text NOT NULL);
CREATE TABLE entries (
    place bigint, seq int, line text NOT NULL, epoch int NOT NULL,
    PRIMARY KEY (place, seq)
);
CREATE TABLE tickets (
    ticket text PRIMARY KEY, member text NOT NULL, place bigint NOT NULL, epoch int NOT NULL,
    caller text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE moderation (at double precision NOT NULL, text text NOT NULL);
CREATE FUNCTION lives(number int) RETURNS boolean LANGUAGE sql VOLATILE AS $$
    SELECT EXISTS (SELECT 1 FROM processes WHERE id = number AND lease > clock_timestamp())
        AND EXISTS (
            SELECT 1 FROM pg_locks
            WHERE locktype = 'advisory' AND granted AND objsubid = 2
                AND classid = 749900 AND objid = number::oid
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        )
$$;
""",
    """
ALTER TABLE kept ADD COLUMN needs text NOT NULL DEFAULT '';
CREATE UNLOGGED TABLE shown (process int PRIMARY KEY, version bigint NOT NULL, text text NOT NULL);
CREATE UNLOGGED TABLE mail (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    process int NOT NULL, sender int NOT NULL, text text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX mail_by_process ON mail (process);
""",
    RATINGS,
    CONDUCT_TABLE,
)

# --- Versions and processes -----------------------------------------------------------------------

PREPARE: Final = "SELECT pg_advisory_xact_lock(%(class)s)"
KNOWN: Final = "SELECT to_regclass('audiogames_version') IS NOT NULL"
VERSION: Final = "SELECT max(number) FROM audiogames_version"
SET_VERSION: Final = """
INSERT INTO audiogames_version SELECT %(number)s
WHERE %(number)s > (SELECT coalesce(max(number), 0) FROM audiogames_version)
"""

REGISTER: Final = """
INSERT INTO processes (address, lease)
VALUES ('', clock_timestamp() + make_interval(secs => %(lease)s)) RETURNING id
"""
HOLD: Final = "SELECT pg_advisory_lock(%(class)s, %(number)s)"
RENEW: Final = """
UPDATE processes
SET lease = clock_timestamp() + make_interval(secs => %(lease)s),
    address = CASE WHEN id = %(number)s THEN %(address)s ELSE address END
WHERE id = %(number)s OR lease > clock_timestamp() + make_interval(secs => 2 * %(lease)s)
"""
"""Leases that end far in the future were granted before the database's clock was set back."""

TIMELINE: Final = """
SELECT ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int
"""
"""The timeline, which rises when a standby replaces its primary."""
NAME_CONNECTION: Final = """
SELECT set_config('application_name', 'audiogames ' || current_schema() || ' ' || %(number)s, false)
"""
CUT_OFF: Final = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
JOIN processes ON application_name = 'audiogames ' || current_schema() || ' ' || processes.id
WHERE datname = current_database() AND usename = current_user AND xact_start IS NOT NULL
    AND lease < clock_timestamp()
"""
"""Ends the open transactions of a dead process, whose locks would block a takeover.

A limit on idle time in a transaction is not enough: a process stopped within a pipeline counts as
active."""
RETIRE: Final = "UPDATE processes SET lease = '-infinity' WHERE id = %(number)s"
OTHERS: Final = """
SELECT address FROM processes
WHERE id <> %(number)s AND address <> '' AND lease > clock_timestamp() AND lives(id) ORDER BY id
"""
OWNED: Final = "SELECT place, epoch FROM owners WHERE process = %(me)s"
AWAY: Final = """
SELECT name FROM kept WHERE shelf = 'members' AND name = ANY(%(members)s) AND process <> %(me)s
"""

STANDING: Final = """
SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on',
    has_schema_privilege(current_schema(), 'CREATE'),
    (SELECT coalesce(bool_and(has_table_privilege(oid, 'SELECT, INSERT, UPDATE, DELETE')), false)
        FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
            AND relname IN ('processes', 'kept', 'names', 'owners', 'past_owners', 'matches',
                'entries', 'tickets', 'moderation', 'shown', 'mail',
                'results', 'ratings', 'rated', 'days', 'conduct')),
    current_setting('synchronous_commit') <> 'off'
"""

# --- Lookups --------------------------------------------------------------------------------------

FOUND: Final = """
WITH found AS MATERIALIZED (
    SELECT given, kept.shelf, kept.name, kept.text, kept.place,
        coalesce(owners.process, kept.process) AS process, coalesce(its.needs, '') AS needs
    FROM names JOIN kept ON kept.shelf = names.shelf AND kept.name = names.name
    LEFT JOIN owners ON kept.place <> 0 AND owners.place = kept.place
    LEFT JOIN kept AS its
        ON kept.place <> 0 AND its.shelf = 'tables' AND its.name = kept.place::text
    WHERE given = ANY(%(names)s)
), living AS MATERIALIZED (
    SELECT process FROM (SELECT DISTINCT process FROM found) AS one
    WHERE process = %(me)s OR lives(process)
)
SELECT given, shelf, name, text, place, coalesce(living.process, 0), coalesce(address, ''),
    coalesce(lease < clock_timestamp() + make_interval(secs => %(late)s), false), needs
FROM found LEFT JOIN living ON living.process = found.process
LEFT JOIN processes ON processes.id = found.process
"""
"""The most expensive part is reading the list of locks, so it is read once for each process."""

OWNERS: Final = """
SELECT place, process, epoch FROM owners WHERE place = ANY(%(tables)s) ORDER BY place FOR UPDATE
"""
"""Locks tables in the order of their numbers, so that two processes never deadlock."""
LIVING: Final = """
SELECT process FROM unnest(%(processes)s::int[]) AS process WHERE lives(process)
"""
RAISE: Final = """
WITH raised AS (
    UPDATE owners SET process = %(me)s, epoch = epoch + 1 WHERE place = ANY(%(tables)s)
    RETURNING place, epoch, process
), noted AS (INSERT INTO past_owners (place, epoch, process) SELECT * FROM raised)
SELECT place, epoch FROM raised
"""
GOES_WITH: Final = """
UPDATE kept SET process = %(me)s WHERE place = ANY(%(tables)s) RETURNING place, shelf, name, text
"""
LOGS: Final = """
SELECT place, header || coalesce(string_agg(line, '' ORDER BY seq), '')
FROM matches LEFT JOIN entries USING (place) WHERE place = ANY(%(tables)s) GROUP BY place, header
"""
TAKE: Final = """
WITH before AS (
    SELECT shelf, name, process FROM kept
    WHERE shelf = 'members' AND name = %(member)s AND place = 0 FOR UPDATE
)
UPDATE kept SET process = %(me)s FROM before
WHERE kept.shelf = before.shelf AND kept.name = before.name
RETURNING kept.shelf, kept.name, text, before.process
"""
ADOPT: Final = """
WITH others AS MATERIALIZED (
    SELECT DISTINCT process FROM kept WHERE shelf = 'contests' AND process <> %(me)s
), dead AS MATERIALIZED (SELECT process FROM others WHERE NOT lives(process)),
free AS (
    SELECT name FROM kept WHERE shelf = 'contests' AND process IN (SELECT process FROM dead)
    ORDER BY name FOR UPDATE
)
UPDATE kept SET process = %(me)s
WHERE shelf = 'contests' AND name IN (SELECT name FROM free) RETURNING name, text
"""
REDEEM: Final = """
WITH used AS (
    DELETE FROM tickets WHERE ticket = %(ticket)s
    RETURNING member, place, epoch, caller, at
)
SELECT caller FROM used JOIN owners USING (place, epoch)
WHERE member = %(member)s AND process = %(me)s
    AND at > clock_timestamp() - make_interval(secs => %(seconds)s)
"""

# --- Before a group is written --------------------------------------------------------------------

FENCE: Final = """
SELECT place, process, epoch FROM owners WHERE place = ANY(%s) ORDER BY place FOR SHARE
"""
LAST: Final = """
SELECT place, coalesce((SELECT max(seq) FROM entries WHERE entries.place = matches.place), 0)
FROM matches WHERE place = ANY(%s)
"""
FOREIGN: Final = """
SELECT shelf, name FROM kept
WHERE (shelf, name) IN (SELECT * FROM unnest(%s::text[], %s::text[])) AND process <> %s FOR UPDATE
"""
HOLDERS: Final = "SELECT given, shelf, name FROM names WHERE given = ANY(%s)"
THERE: Final = """
SELECT shelf, name FROM kept
WHERE (shelf, name) IN (SELECT * FROM unnest(%s::text[], %s::text[]))
"""

# --- Writing --------------------------------------------------------------------------------------

FORGET: Final = """
DELETE FROM kept WHERE (shelf, name) IN (SELECT * FROM unnest(%s::text[], %s::text[]))
"""
DISOWN: Final = "DELETE FROM owners WHERE place = ANY(%s)"
OWN: Final = """
WITH new AS (
    INSERT INTO owners (place, epoch, process) SELECT unnest(%s::bigint[]), 1, %s
    RETURNING place, epoch, process
)
INSERT INTO past_owners (place, epoch, process) SELECT * FROM new
"""
KEEP: Final = """
INSERT INTO kept (shelf, name, text, place, needs, process)
SELECT given.*, mine.process
FROM unnest(%s::text[], %s::text[], %s::text[], %s::bigint[], %s::text[]) AS given,
    (SELECT %s::int) AS mine (process)
ON CONFLICT (shelf, name) DO UPDATE SET text = excluded.text, place = excluded.place,
    needs = excluded.needs, process = excluded.process, touched = clock_timestamp()
    WHERE kept.shelf NOT IN ('members', 'contests') OR kept.process = excluded.process
"""
ADD: Final = KEEP.partition("ON CONFLICT")[0]
LET_GO: Final = """
DELETE FROM names WHERE (shelf, name) IN (SELECT * FROM unnest(%s::text[], %s::text[]))
    AND (given, shelf, name) NOT IN (SELECT * FROM unnest(%s::text[], %s::text[], %s::text[]))
"""
NAME: Final = """
INSERT INTO names (given, shelf, name) SELECT * FROM unnest(%s::text[], %s::text[], %s::text[])
ON CONFLICT (given) DO UPDATE SET given = excluded.given
    WHERE names.shelf = excluded.shelf AND names.name = excluded.name
"""
END_ENTRIES: Final = "DELETE FROM entries WHERE place = ANY(%s)"
END_MATCHES: Final = "DELETE FROM matches WHERE place = ANY(%s)"
BEGIN_MATCHES: Final = """
INSERT INTO matches (place, header) SELECT * FROM unnest(%s::bigint[], %s::text[])
"""
ENTER: Final = """
INSERT INTO entries (place, seq, line, epoch)
SELECT * FROM unnest(%s::bigint[], %s::int[], %s::text[], %s::int[])
"""
RELEASE: Final = "UPDATE owners SET process = 0 WHERE place = ANY(%s)"
RELEASE_CONTESTS: Final = """
UPDATE kept SET process = 0 WHERE shelf = 'contests' AND name = ANY(%s)
"""
MODERATE: Final = "INSERT INTO moderation SELECT * FROM unnest(%s::float8[], %s::text[])"
ISSUE: Final = """
INSERT INTO tickets (ticket, member, place, epoch, caller)
SELECT asked.ticket, asked.member, place, epoch, asked.caller
FROM unnest(%s::text[], %s::text[], %s::bigint[], %s::text[])
    AS asked (ticket, member, place, caller)
JOIN owners USING (place)
"""

# --- Exchange between processes -------------------------------------------------------------------

SHOW: Final = """
INSERT INTO shown (process, version, text)
VALUES (%(me)s, extract(epoch FROM clock_timestamp()) * 1e6, %(text)s)
ON CONFLICT (process) DO UPDATE SET version = excluded.version, text = excluded.text
RETURNING version
"""
SHOWN: Final = """
SELECT id, address, coalesce(shown.version, 0),
    CASE WHEN shown.version = known.version THEN NULL ELSE shown.text END
FROM processes LEFT JOIN shown ON shown.process = id
LEFT JOIN unnest(%(processes)s::int[], %(versions)s::bigint[]) AS known (process, version)
    ON known.process = id
WHERE id = %(me)s OR (lease > clock_timestamp() AND lives(id)) ORDER BY id
"""
POST: Final = """
INSERT INTO mail (process, sender, text)
SELECT id, %s, given.text
FROM unnest(%s::int[], %s::text[]) WITH ORDINALITY AS given (process, text, place)
JOIN processes ON id = given.process OR given.process = 0
WHERE id <> %s AND lease > clock_timestamp() ORDER BY place
"""
COLLECT: Final = """
WITH taken AS (DELETE FROM mail WHERE process = %s RETURNING id, sender, text)
SELECT sender, text FROM taken ORDER BY id
"""
NOTIFY: Final = "SELECT pg_notify('audiogames_' || process, %s) FROM unnest(%s::int[]) AS process"
TIDY_SHOWN: Final = "DELETE FROM shown WHERE NOT lives(process)"
TIDY_MAIL: Final = "DELETE FROM mail WHERE at < clock_timestamp() - interval '1 minute'"

# --- Other queries --------------------------------------------------------------------------------

CODE: Final = """
INSERT INTO kept (shelf, name, text, place, process) VALUES ('server', 'code', %(code)s, 0, %(me)s)
ON CONFLICT (shelf, name) DO UPDATE SET text = excluded.text
    WHERE length(kept.text) < length(excluded.text) OR excluded.text = ''
"""
KEPT_CODE: Final = "SELECT text FROM kept WHERE shelf = 'server' AND name = 'code'"
SALT: Final = """
INSERT INTO kept (shelf, name, text, place, process) VALUES ('server', 'salt', %(salt)s, 0, %(me)s)
ON CONFLICT (shelf, name) DO NOTHING
"""
KEPT_SALT: Final = "SELECT text FROM kept WHERE shelf = 'server' AND name = 'salt'"
RULE: Final = """
INSERT INTO kept (shelf, name, text, place, process) VALUES (%s, %s, %s, 0, 0)
ON CONFLICT (shelf, name) DO UPDATE SET text = excluded.text, touched = clock_timestamp()
"""
LOGGED: Final = "SELECT at, text FROM moderation ORDER BY at DESC LIMIT %s"
SHELF: Final = "SELECT name, text FROM kept WHERE shelf = %s"
RULED: Final = """
SELECT count(*), sum((extract(epoch FROM touched) * 1000000)::bigint)
FROM kept WHERE shelf = 'moderation'
"""
TIDY_MODERATION: Final = "DELETE FROM moderation WHERE at < %s"
TIDY_PEOPLE: Final = """
DELETE FROM kept USING processes
WHERE shelf = 'members' AND place = 0 AND processes.id = kept.process
    AND lease < clock_timestamp() - make_interval(secs => %s) AND NOT lives(processes.id)
"""
ABANDONED: Final = """
SELECT owners.place FROM owners LEFT JOIN processes ON processes.id = owners.process
JOIN kept ON kept.shelf = 'tables' AND kept.place = owners.place
WHERE greatest(touched, lease) < clock_timestamp() - make_interval(secs => %s)
    AND NOT lives(owners.process)
"""
TIDY_TABLES: Final = (
    "DELETE FROM kept WHERE place = ANY(%s)",
    "DELETE FROM entries WHERE place = ANY(%s)",
    "DELETE FROM matches WHERE place = ANY(%s)",
    "DELETE FROM owners WHERE place = ANY(%s)",
)
TIDY_TICKETS: Final = "DELETE FROM tickets WHERE at < clock_timestamp() - interval '1 hour'"


def columns_of(rows: Sequence[tuple[Any, ...]], many: int) -> list[list[Any]]:
    """Transpose rows into `many` columns, so that one query can take any number of rows."""
    return [[row[place] for row in rows] for place in range(many)]
