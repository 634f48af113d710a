-- Append events, given as rows of the outbox, from a function of the same schema.
-- Caller: UrlReplacement, close_cart, create_swap_cart, locate_stock, place_order.
-- Locks: none.
-- SQLSTATE: none.
CREATE OR REPLACE FUNCTION append_events(events jsonb) RETURNS void
LANGUAGE sql
AS $$
  INSERT INTO outbox (
    event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id, actor,
    traceparent, tracestate, no_notification
  )
  SELECT event_id, topic, key, type, subject, aggregate_version, data, occurred_at, causation_id,
    actor, traceparent, tracestate, no_notification
  FROM jsonb_populate_recordset(NULL::outbox, events);
$$;

REVOKE ALL ON FUNCTION append_events FROM PUBLIC;
