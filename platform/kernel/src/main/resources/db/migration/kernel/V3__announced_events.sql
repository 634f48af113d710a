-- When an event that could not be published was announced within the shop; null if it is announced
-- with its publication.
ALTER TABLE outbox ADD COLUMN announced_at timestamptz;
