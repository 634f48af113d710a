package dev.tradewind.medusa.check;

/** Statement that finds orders whose payments exceed the prices of their goods. */
final class SourceTotals {

  /**
   * Discounts and gift cards only lower a total, so that the prices with all taxes are the most
   * that an order can cost; shipping counts twice for its taxes.
   */
  static final String EXCEEDING =
      """
      SELECT o.display_id
      FROM "order" AS o
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(l.unit_price::bigint * l.quantity), 0) AS goods,
          coalesce(sum(l.unit_price::bigint * l.quantity * (
            SELECT coalesce(sum(t.rate), 0) / 100
            FROM line_item_tax_line AS t
            WHERE t.item_id = l.id)), 0) AS taxes
        FROM line_item AS l
        WHERE l.order_id = o.id
      ) AS sold
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(p.amount), 0) AS paid, count(*) AS payments
        FROM payment AS p
        WHERE p.order_id = o.id
      ) AS money
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(m.price), 0) AS shipping FROM shipping_method AS m
        WHERE m.order_id = o.id
      ) AS sent
      WHERE money.payments > 0
        AND o.canceled_at IS NULL
        AND money.paid > sold.goods + sold.taxes + 2 * sent.shipping + 1
      """;

  private SourceTotals() {}
}
