-- The metadata, unless it has grown beyond 16 KiB: clients merge keys into it, and every response of its
-- resource shows all of it. Metadata that is larger already stays readable.
-- Caller: merged_metadata.
-- Locks: none.
-- SQLSTATE: check_violation.
CREATE OR REPLACE FUNCTION limited_metadata(metadata jsonb) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  IF octet_length(metadata::text) > 16384 THEN
    RAISE check_violation USING
      MESSAGE = 'The metadata is too large', CONSTRAINT = 'merged_metadata_size';
  END IF;
  RETURN metadata;
END
$$;

REVOKE ALL ON FUNCTION limited_metadata FROM PUBLIC;
