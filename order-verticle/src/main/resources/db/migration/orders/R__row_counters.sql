-- Tables whose lists show the number of all rows.
SET LOCAL lock_timeout = '1500ms';

SELECT maintain_row_counter('order');
SELECT maintain_row_counter('draft_order');
