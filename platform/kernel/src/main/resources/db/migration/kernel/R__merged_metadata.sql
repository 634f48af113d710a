-- The present metadata with the given keys: a key that is not given stays, an empty text removes its
-- key. Null, or an object without keys, changes nothing. What staff keep is merged alike. limited_metadata
-- has the limit.
-- Caller: ProductStatements, ResourceWriter; change_reservation.
-- Locks: none.
-- SQLSTATE: check_violation.
CREATE OR REPLACE FUNCTION merged_metadata(present jsonb, given jsonb) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  IF coalesce(given, 'null') IN ('null', '{}') THEN
    RETURN present;
  END IF;
  RETURN limited_metadata(
    (
      coalesce(present, '{}') || given
      || CASE
        WHEN jsonb_typeof(present -> '_staff') = 'object' AND jsonb_typeof(given -> '_staff') = 'object'
          THEN jsonb_build_object('_staff', merged_metadata(present -> '_staff', given -> '_staff'))
        ELSE '{}'
      END
    )
      - ARRAY(SELECT key FROM jsonb_each(given) WHERE value = '""'));
END
$$;

REVOKE ALL ON FUNCTION merged_metadata FROM PUBLIC;
