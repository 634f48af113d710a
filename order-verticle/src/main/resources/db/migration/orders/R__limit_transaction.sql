-- Ends the transaction at the deadline of its caller, who may void the payment afterwards: a frozen node
-- cannot commit later. Refusal as SQLSTATE: TW005 when the deadline has passed.
-- PostgreSQL 15 and 16 lack the setting; there the caller checks the deadline again at the end.
-- Caller: SwapStore, place_order.
-- Locks: none.
-- SQLSTATE: TW005.
CREATE OR REPLACE FUNCTION limit_transaction(p_deadline timestamptz) RETURNS void
LANGUAGE plpgsql
SET search_path = orders, pg_temp
AS $$
DECLARE
  remaining integer := ceil(extract(epoch FROM p_deadline - clock_timestamp()) * 1000);
BEGIN
  IF remaining <= 0 THEN
    RAISE EXCEPTION 'The deadline of the transaction is over' USING ERRCODE = 'TW005';
  END IF;
  IF current_setting('server_version_num')::integer >= 170000 THEN
    PERFORM set_config('transaction_timeout', remaining::text, true);
  END IF;
END
$$;
