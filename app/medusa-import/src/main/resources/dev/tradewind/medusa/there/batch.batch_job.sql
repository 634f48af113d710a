-- History: a job that has not ended counts as canceled.
SELECT s,
  CASE WHEN s.completed_at IS NULL AND s.failed_at IS NULL
    THEN coalesce(s.canceled_at, s.updated_at)
  END AS canceled_at,
  CASE WHEN s.failed_at IS NULL THEN s.completed_at END AS completed_at,
  coalesce(s.pre_processed_at, s.confirmed_at, s.processing_at, s.completed_at)
    AS pre_processed_at,
  coalesce(s.confirmed_at, s.processing_at, s.completed_at) AS confirmed_at,
  coalesce(s.processing_at, s.completed_at) AS processing_at
FROM batch_job AS s
WHERE s.type IN ('product-import', 'product-export', 'price-list-import', 'order-export');
