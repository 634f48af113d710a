-- Values of tracing systems beside the trace context (W3C tracestate). The setting has both, with a space
-- between them; a traceparent contains none.
ALTER TABLE outbox
  ALTER COLUMN traceparent
    SET DEFAULT nullif(split_part(current_setting('tradewind.traceparent', true), ' ', 1), ''),
  ADD COLUMN tracestate text CHECK (length(tracestate) <= 512);

ALTER TABLE outbox
  ALTER COLUMN tracestate
    SET DEFAULT substring(current_setting('tradewind.traceparent', true) FROM ' (.+)$');

ALTER TABLE parked_event ADD COLUMN tracestate text;
