package dev.tradewind.medusa;

/** Statement that finds orders whose payments differ from the prices of their goods. */
final class SourceTotals {

  /**
   * Without taxes an order costs at least its goods less the discounts and gift cards; its payments
   * are at least that, and not more than with all taxes at once.
   */
  static final String DIFFERING =
      """
      SELECT o.display_id
      FROM "order" AS o
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(l.unit_price::bigint * l.quantity), 0) AS goods,
          coalesce(sum(l.unit_price::bigint * l.quantity * (
            SELECT coalesce(sum(t.rate), 0) / 100
            FROM line_item_tax_line AS t
            WHERE t.item_id = l.id)), 0) AS taxes,
          coalesce(sum((
            SELECT sum(a.amount) FROM line_item_adjustment AS a WHERE a.item_id = l.id)), 0)
            AS discount
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
