-- A ULID of the current time and 80 random bits, in the form of the ids that Java makes.
-- Caller: create_gift_cards, new_id, record_row_changes.
-- Locks: none.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION new_ulid() RETURNS text
LANGUAGE sql
VOLATILE
AS $$
  SELECT string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', digit.value + 1, 1), '' ORDER BY digit.place)
  FROM (
    SELECT place, ((source.millis >> (5 * (9 - place))) & 31)::integer AS value
    FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS millis) AS source
    CROSS JOIN generate_series(0, 9) AS place
    UNION ALL
    -- Bytes 6 and 8 of a UUID are not random throughout.
    SELECT 10 + picked.place, get_byte(source.bytes, picked.byte::integer) & 31
    FROM (
      SELECT decode(
        replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex') AS bytes
    ) AS source
    CROSS JOIN unnest(ARRAY[0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17])
      WITH ORDINALITY AS picked (byte, place)
  ) AS digit
$$;

REVOKE ALL ON FUNCTION new_ulid FROM PUBLIC;
