-- Values of tracing systems beside the trace context (W3C tracestate).
ALTER TABLE event ADD COLUMN tracestate text CHECK (length(tracestate) <= 512);
