-- Whether one of the patterns names the event type: the type itself, the beginning of types with an
-- asterisk (order.*), or an asterisk for all.
-- Caller: EventStore, DeliveryStore, record_events.
-- Locks: none.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION matches_event_type(type text, patterns text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE
AS $$
  SELECT EXISTS (
    SELECT
    FROM unnest(patterns) AS pattern
    WHERE pattern IN ('*', type)
      OR right(pattern, 2) = '.*' AND starts_with(type, left(pattern, -1))
  )
$$;

-- Records announced events that are not known yet, in their order, with their deliveries. Sequences follow
-- each other in the order of the commits.
-- Caller: EventStore.
-- Locks: the row of event_sequence, then rows of delivery_queue in the order of their keys.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION record_events(announced jsonb) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  last bigint;
BEGIN
  SELECT last_sequence INTO last FROM event_sequence FOR UPDATE;
  -- Another statement than the lock: it sees what the transaction before has committed.
  WITH recorded AS (
    INSERT INTO event (
      sequence, event_id, topic, key, type, subject, aggregate_version, data, occurred_at,
      causation_id, actor, traceparent, tracestate
    )
    SELECT last + row_number() OVER (ORDER BY new.position), new.event_id, new.topic, new.key,
      new.type, new.subject, new.aggregate_version, new.data, new.occurred_at, new.causation_id,
      new.actor, new.traceparent, new.tracestate
    FROM (
      SELECT one.*, position
      FROM jsonb_array_elements(announced) WITH ORDINALITY AS element (value, position)
      CROSS JOIN jsonb_populate_record(NULL::event, element.value) AS one
    ) AS new
    WHERE NOT EXISTS (SELECT FROM event AS known WHERE known.event_id = new.event_id)
    ON CONFLICT (event_id) DO NOTHING
    RETURNING sequence, key, type
  ),
  queued AS (
    INSERT INTO delivery (subscription_id, sequence, key)
    SELECT subscription.id, recorded.sequence, recorded.key
    FROM recorded
    JOIN subscription
      ON subscription.status <> 'disabled'
        AND matches_event_type(recorded.type, subscription.event_types)
    RETURNING subscription_id, key
  )
  INSERT INTO delivery_queue (subscription_id, key)
  SELECT DISTINCT subscription_id, key
  FROM queued
  ORDER BY subscription_id, key
  ON CONFLICT (subscription_id, key) DO UPDATE SET version = delivery_queue.version + 1;
  UPDATE event_sequence
  SET last_sequence = greatest(last, (SELECT max(sequence) FROM event));
END
$$;
