-- W3C trace context of the request that caused the event. Functions that append events themselves do
-- not pass it on: their caller sets it for the transaction. Null in events of older nodes.
ALTER TABLE outbox
  ADD COLUMN traceparent text
    DEFAULT nullif(current_setting('tradewind.traceparent', true), '');
