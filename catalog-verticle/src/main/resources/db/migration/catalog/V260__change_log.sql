-- Change log: what cached responses are compared with, so that they are never older than the last
-- commit. Triggers write it in the transaction of each change. A reader asks for the changes of the
-- transactions that the snapshot of its last question did not see; numbers of a sequence would not do,
-- because a transaction may commit after one with higher numbers.
--
-- Unlogged: a crash empties both tables, and so does a standby that takes over. The readers find another
-- epoch, or none, and forget all that they have.
CREATE UNLOGGED TABLE change_log (
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  kind text NOT NULL,
  id text
);

CREATE INDEX change_log_transaction ON change_log (transaction_id);

-- pruned: the changes of transactions before it may be missing. next: what pruned will be at the next
-- pruning.
CREATE UNLOGGED TABLE change_epoch (
  epoch uuid NOT NULL DEFAULT gen_random_uuid(),
  pruned xid8 NOT NULL DEFAULT '0',
  next xid8 NOT NULL DEFAULT pg_snapshot_xmin(pg_current_snapshot()),
  noted_at timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX change_epoch_single ON change_epoch ((true));

INSERT INTO change_epoch DEFAULT VALUES;

-- The next moment at which a price list begins or ends.
CREATE INDEX price_list_starts ON price_list (starts_at) WHERE starts_at IS NOT NULL;
CREATE INDEX price_list_ends ON price_list (ends_at) WHERE ends_at IS NOT NULL;
