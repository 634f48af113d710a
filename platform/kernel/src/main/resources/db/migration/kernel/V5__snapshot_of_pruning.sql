-- Snapshot by which a change log is pruned, so that a transaction that stays open keeps its own changes
-- alone. The readers of now forget what they have once: what was pruned before is told by another rule.

-- Questions wait behind the lock. Where a long transaction delays it, the starting node gives up, not those
-- that serve.
SET LOCAL lock_timeout = '1500ms';

DO $$
BEGIN
  IF to_regclass('change_epoch') IS NOT NULL THEN
    ALTER TABLE change_epoch ADD COLUMN next_snapshot pg_snapshot NOT NULL DEFAULT '1:1:';
    UPDATE change_epoch
    SET pruned = pg_snapshot_xmax(pg_current_snapshot()),
      next = pg_snapshot_xmax(pg_current_snapshot());
  END IF;
END
$$;
