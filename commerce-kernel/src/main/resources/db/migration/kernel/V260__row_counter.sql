-- Numbers of the rows of large tables without the deleted ones, so that a page of a list does not
-- count them. A number is spread over slots, and triggers change one of them in the transaction of
-- each change (R__row_counter.sql), so that the sum of the slots is exact in every snapshot. Concurrent
-- transactions change different slots: none waits for another.
CREATE TABLE row_counter (
  counted text NOT NULL,
  slot bigint GENERATED ALWAYS AS IDENTITY,
  rows bigint NOT NULL,
  PRIMARY KEY (counted, slot)
) WITH (fillfactor = 20);
