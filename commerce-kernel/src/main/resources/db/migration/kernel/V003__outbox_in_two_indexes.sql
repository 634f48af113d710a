-- An event is written when it happens and again when it is sent, each time into every index of the
-- outbox. Two are enough. What was sent long ago is found among the first ids, so no index needs to
-- hold when that was. An event is never looked up by its event_id, and that is one of its kind
-- because its generator makes no other.

-- Whoever appends an event waits behind this for two seconds at most. Where somebody reads for
-- longer, the node that starts gives up, not those that serve.
SET LOCAL lock_timeout = '1500ms';

ALTER TABLE outbox DROP CONSTRAINT outbox_event_id_key;
DROP INDEX outbox_sent;
