package dev.tradewind.medusa.back;

import java.util.ArrayList;
import java.util.List;

/**
 * Copies of carts, and of orders with everything after the sale. The documents of carts, orders,
 * swaps, claims and edits become rows again; it is the inverse of {@code SaleDocuments}.
 *
 * <p>Each change of a part of an order raises the version of the order, so that the parts are those
 * of the orders that have changed.
 */
final class SaleBackCopies {

  private static final String CHANGED =
      "IN (SELECT o.id FROM orders.\"order\" AS o WHERE recent(o))";

  private static final String LINE =
      """
      id text, cart_id text, title text, description text, thumbnail text, is_giftcard boolean,
      should_merge boolean, allow_discounts boolean, has_shipping boolean, unit_price bigint,
      variant_id text, quantity bigint, metadata jsonb, is_return boolean, includes_tax boolean,
      original_item_id text, order_edit_id text, swap_id text, created_at timestamptz,
      updated_at timestamptz, tax_lines json, adjustments json\
      """;

  private static final String LINE_COLUMNS =
      """
      l.id, l.title, l.description, l.thumbnail, coalesce(l.is_giftcard, false) AS is_giftcard,
      coalesce(l.should_merge, true) AS should_merge,
      coalesce(l.allow_discounts, true) AS allow_discounts, l.has_shipping, l.unit_price,
      l.variant_id, l.quantity, l.metadata, coalesce(l.is_return, false) AS is_return,
      coalesce(l.includes_tax, false) AS includes_tax, l.created_at, l.updated_at\
      """;

  private static final String PROGRESS =
      "p.fulfilled_quantity, p.shipped_quantity, p.returned_quantity";

  /** Lines with their owner: {@code owner_id}, {@code owner_cart_id} and the kind of the owner. */
  private static final String SOLD =
      """
      (SELECT o.id AS order_id, NULL AS swap_id, NULL AS claim_order_id, o.cart_id AS owner_cart_id,
         l.*
       FROM orders."order" AS o, json_to_recordset(o.snapshot -> 'items') AS l (%1$s)
       WHERE recent(o)
       UNION ALL
       SELECT NULL, w.id, NULL, w.cart_id, l.*
       FROM orders.swap AS w, json_to_recordset(w.items) AS l (%1$s)
       WHERE w.order_id %2$s
       UNION ALL
       SELECT NULL, NULL, c.id, NULL, l.*
       FROM orders.claim_order AS c, json_to_recordset(c.additional_items) AS l (%1$s)
       WHERE c.order_id %2$s) AS l\
      """
          .formatted(LINE.replace("swap_id text", "of_swap_id text"), CHANGED);

  /** Lines of edits that are in no order: proposed ones, and those that an edit has replaced. */
  private static final String EDITED =
      """
      (SELECT e.id AS edit_id, l.*
       FROM orders.order_edit AS e,
         jsonb_to_recordset(e.content -> 'items') AS l (%1$s)
       WHERE e.order_id %2$s
       UNION ALL
       SELECT l.order_edit_id, l.*
       FROM orders.order_edit AS e, json_to_recordset(e.replaced -> 'items') AS l (%1$s)
       WHERE e.order_id %2$s) AS l
      WHERE NOT EXISTS (
        SELECT FROM orders.order_edit AS e
        JOIN orders."order" AS o ON o.id = e.order_id,
          json_to_recordset(o.snapshot -> 'items') AS s (id text)
        WHERE e.id = l.edit_id AND s.id = l.id)\
      """
          .formatted(
              LINE.replace(
                  "tax_lines json, adjustments json", "tax_lines jsonb, adjustments jsonb"),
              CHANGED);

  private static final String METHOD =
      """
      id text, shipping_option_id text, cart_id text, price bigint, data jsonb,
      includes_tax boolean, tax_lines json\
      """;

  private static final String METHODS =
      """
      (SELECT o.id AS order_id, NULL AS swap_id, NULL AS claim_order_id, NULL AS return_id, m.*
       FROM orders."order" AS o, json_to_recordset(o.snapshot -> 'shipping_methods') AS m (%1$s)
       WHERE recent(o)
       UNION ALL
       SELECT NULL, w.id, NULL, NULL, m.*
       FROM orders.swap AS w, json_to_recordset(w.shipping_methods) AS m (%1$s)
       WHERE w.order_id %2$s
       UNION ALL
       SELECT NULL, NULL, c.id, NULL, m.*
       FROM orders.claim_order AS c, json_to_recordset(c.shipping_methods) AS m (%1$s)
       WHERE c.order_id %2$s
       UNION ALL
       SELECT NULL, NULL, NULL, r.id, m.*
       FROM orders."return" AS r, json_to_record(r.shipping_method) AS m (%1$s)
       WHERE r.order_id %2$s AND json_typeof(r.shipping_method) = 'object') AS m\
      """
          .formatted(METHOD, CHANGED);

  private static final String ADDRESS =
      """
      id text, customer_id text, company text, first_name text, last_name text, address_1 text,
      address_2 text, city text, country_code text, province text, postal_code text, phone text,
      metadata jsonb, created_at timestamptz, updated_at timestamptz\
      """;

  private SaleBackCopies() {}

  static List<BackCopy> all() {
    List<BackCopy> copies = new ArrayList<>();
    sales(copies);
    edits(copies);
    lines(copies);
    payments(copies);
    goods(copies);
    claims(copies);
    return copies;
  }

  private static void sales(List<BackCopy> copies) {
    for (String kind : List.of("shipping_address", "billing_address")) {
      copies.add(
          address(
              "orders.\"order\" AS o, json_to_record(o.snapshot -> '%s')".formatted(kind),
              "recent(o) AND json_typeof(o.snapshot -> '%s') = 'object'".formatted(kind)));
      copies.add(
          address(
              "cart.cart AS o, jsonb_to_record(o.state -> '%s')".formatted(kind),
              "recent(o) AND o.order_id IS NULL AND jsonb_typeof(o.state -> '%s') = 'object'"
                  .formatted(kind)));
    }
    for (String table : List.of("swap", "claim_order")) {
      copies.add(
          address(
              "orders.%s AS o, jsonb_to_record(o.shipping_address)".formatted(table),
              "o.order_id %s AND jsonb_typeof(o.shipping_address) = 'object'".formatted(CHANGED)));
    }
    copies.add(
        BackCopy.of(
            "cart",
            """
            SELECT c.id, c.email, c.region_id, c.customer_id, c.type, c.completed_at, c.created_at,
              c.updated_at, c.deleted_at, c.sales_channel_id,
              coalesce(o.snapshot #>> '{shipping_address,id}', c.state #>> '{shipping_address,id}')
                AS shipping_address_id,
              coalesce(o.snapshot #>> '{billing_address,id}', c.state #>> '{billing_address,id}')
                AS billing_address_id,
              c.state -> 'context' AS context, nullif(c.state -> 'metadata', 'null') AS metadata,
              (c.state ->> 'payment_authorized_at')::timestamptz AS payment_authorized_at
            FROM cart.cart AS c
            LEFT JOIN orders."order" AS o ON o.id = c.order_id AND o.cart_id = c.id
            WHERE recent(c)\
            """));
    copies.add(
        BackCopy.of(
            "draft_order",
            """
            SELECT d.id, d.status, d.display_number AS display_id, d.cart_id, d.canceled_at,
              d.completed_at, d.metadata, d.idempotency_key, d.no_notification_order, d.created_at,
              d.updated_at
            FROM orders.draft_order AS d
            WHERE recent(d)\
            """));
    copies.add(
        BackCopy.of(
            "order",
            """
            SELECT o.id, o.status, o.fulfillment_status, o.payment_status, o.display_id,
              (SELECT c.id FROM cart.cart AS c WHERE c.id = o.cart_id) AS cart_id, o.customer_id,
              o.email, o.region_id, o.currency_code, o.tax_rate, o.canceled_at, o.idempotency_key,
              o.draft_order_id, o.no_notification, o.external_id, o.sales_channel_id,
              o.metadata, o.created_at, o.updated_at,
              o.snapshot #>> '{shipping_address,id}' AS shipping_address_id,
              o.snapshot #>> '{billing_address,id}' AS billing_address_id
            FROM orders."order" AS o
            WHERE recent(o)\
            """));
    copies.add(
        BackCopy.of(
                "draft_order",
                """
                SELECT d.id, d.order_id
                FROM orders.draft_order AS d
                WHERE recent(d) AND d.order_id IS NOT NULL\
                """)
            .of("orders")
            .updating());
    copies.add(links("order_discounts", "order_id", "discount_id", "discounts"));
  }

  static BackCopy links(String table, String owner, String other, String member) {
    return BackCopy.of(
            table,
            """
            SELECT DISTINCT o.id AS %s, d.id AS %s
            FROM orders."order" AS o, json_to_recordset(o.snapshot -> '%s') AS d (id text)
            WHERE recent(o)\
            """
                .formatted(owner, other, member))
        .key(owner, other);
  }

  private static BackCopy address(String from, String where) {
    return BackCopy.of(
            "address",
            """
            SELECT a.*
            FROM %s AS a (%s)
            WHERE a.id IS NOT NULL AND %s\
            """
                .formatted(from, ADDRESS, where))
        .of("sales");
  }

  private static void edits(List<BackCopy> copies) {
    copies.add(
        BackCopy.of(
            "payment_collection",
            """
            SELECT k.id, k.type, k.status, k.description, k.amount, k.authorized_amount,
              k.region_id, k.currency_code, k.metadata, coalesce(k.created_by, '') AS created_by,
              k.created_at, k.updated_at, k.deleted_at
            FROM orders.payment_collection AS k
            WHERE k.order_id %s\
            """
                .formatted(CHANGED)));
    copies.add(
        BackCopy.of(
            "order_edit",
            """
            SELECT e.id, e.order_id, e.internal_note, coalesce(e.created_by, '') AS created_by,
              e.requested_by, e.requested_at, e.confirmed_by, e.confirmed_at, e.declined_by,
              e.declined_reason, e.declined_at, e.canceled_by, e.canceled_at,
              e.payment_collection_id, e.created_at, e.updated_at
            FROM orders.order_edit AS e
            WHERE e.order_id %s\
            """
                .formatted(CHANGED)));
    copies.add(
        BackCopy.of(
            "swap",
            """
            SELECT w.id, w.fulfillment_status, w.payment_status, w.order_id, w.difference_due,
              w.shipping_address ->> 'id' AS shipping_address_id,
              (SELECT c.id FROM cart.cart AS c WHERE c.id = w.cart_id) AS cart_id, w.confirmed_at,
              w.metadata, w.idempotency_key, w.no_notification, w.canceled_at, w.allow_backorder,
              w.created_at, w.updated_at
            FROM orders.swap AS w
            WHERE w.order_id %s\
            """
                .formatted(CHANGED)));
    copies.add(
        BackCopy.of(
            "claim_order",
            """
            SELECT c.id, c.payment_status, c.fulfillment_status, c.type, c.order_id,
              c.shipping_address ->> 'id' AS shipping_address_id, c.refund_amount, c.canceled_at,
              c.metadata, c.idempotency_key, c.no_notification, c.created_at, c.updated_at
            FROM orders.claim_order AS c
            WHERE c.order_id %s\
            """
                .formatted(CHANGED)));
    copies.add(
        BackCopy.of(
                "return",
                """
                SELECT r.id, r.status,
                  CASE WHEN num_nonnulls(r.swap_id, r.claim_order_id) = 0 THEN r.order_id END
                    AS order_id,
                  r.swap_id, r.claim_order_id, r.shipping_data, r.refund_amount, r.received_at,
                  r.metadata, r.idempotency_key, r.no_notification, r.location_id, r.created_at,
                  r.updated_at
                FROM orders."return" AS r
                WHERE r.order_id %s\
                """
                    .formatted(CHANGED))
            .onlyNew("order_id"));
  }

  private static void lines(List<BackCopy> copies) {
    copies.add(
        BackCopy.of(
                "line_item",
                """
                SELECT %s, c.id AS cart_id, l.swap_id
                FROM cart.cart AS c, jsonb_to_recordset(c.state -> 'items') AS l (%s)
                WHERE recent(c)
                  AND NOT EXISTS (SELECT FROM orders.order_line AS n WHERE n.item_id = l.id)\
                """
                    .formatted(LINE_COLUMNS, LINE))
            .of("carts")
            .optional("variant_id", "product_variant"));
    copies.add(
        BackCopy.of(
                "line_item",
                """
                SELECT %s, NULL AS order_id, l.edit_id AS order_edit_id, %s
                FROM (SELECT l.* FROM %s) AS l
                LEFT JOIN orders.line_progress AS p ON p.item_id = (
                  SELECT n.item_id
                  FROM orders.line_progress AS n
                  WHERE n.item_id IN (l.id, l.original_item_id)
                  ORDER BY n.item_id = l.id DESC
                  LIMIT 1)\
                """
                    .formatted(LINE_COLUMNS, PROGRESS, EDITED))
            .of("edits")
            .optional("variant_id", "product_variant"));
    copies.add(
        BackCopy.of(
                "line_item",
                """
                SELECT %s, l.order_id, l.swap_id, l.claim_order_id, l.order_edit_id,
                  (SELECT c.id FROM cart.cart AS c WHERE c.id = coalesce(l.cart_id,
                    CASE WHEN l.order_edit_id IS NULL THEN l.owner_cart_id END)) AS cart_id, %s
                FROM %s
                LEFT JOIN orders.line_progress AS p ON p.item_id = l.id\
                """
                    .formatted(LINE_COLUMNS, PROGRESS, SOLD))
            .of("orders")
            .optional("variant_id", "product_variant"));
    List<String> sources = List.of(SOLD, "(SELECT l.* FROM " + EDITED + ") AS l");
    for (String lines : sources) {
      // Lines of orders are copies of those that an edit replaced, and those of open edits of them.
      copies.add(
          BackCopy.of(
                  "line_item",
                  """
                  SELECT l.id, l.original_item_id
                  FROM %s
                  WHERE l.original_item_id IS NOT NULL\
                  """
                      .formatted(lines))
              .of("originals")
              .updating());
    }
    for (String lines : sources) {
      boolean isJson = lines.equals(SOLD);
      String function = isJson ? "json_to_recordset" : "jsonb_to_recordset";
      copies.add(
          BackCopy.of(
              "line_item_tax_line",
              """
              SELECT t.id, t.rate, t.name, t.code, t.created_at, t.updated_at, t.metadata,
                l.id AS item_id
              FROM %s, %s(l.tax_lines) AS t (id text, rate numeric, name text, code text,
                created_at timestamptz, updated_at timestamptz, metadata jsonb)\
              """
                  .formatted(lines, function)));
      copies.add(
          BackCopy.of(
                  "line_item_adjustment",
                  """
                  SELECT a.id, l.id AS item_id, a.description, a.discount_id, a.amount, a.metadata
                  FROM %s, %s(l.adjustments) AS a (id text, description text, discount_id text,
                    amount numeric, metadata jsonb)\
                  """
                      .formatted(lines, function))
              .optional("discount_id", "discount"));
    }
    copies.add(
        BackCopy.of(
            "order_item_change",
            """
            SELECT i.id, i.type, e.id AS order_edit_id, i.original_line ->> 'id'
              AS original_line_item_id, i.line_item_id, i.created_at, i.updated_at
            FROM orders.order_edit AS e,
              jsonb_to_recordset(e.content -> 'changes') AS i (id text, type text,
                original_line jsonb, line_item_id text, created_at timestamptz,
                updated_at timestamptz)
            WHERE e.order_id %s\
            """
                .formatted(CHANGED)));
    copies.add(
        BackCopy.of(
                "shipping_method",
                """
                SELECT m.id, m.shipping_option_id, c.id AS cart_id, m.price,
                  coalesce(m.data, '{}') AS data, coalesce(m.includes_tax, false) AS includes_tax
                FROM cart.cart AS c, jsonb_to_recordset(c.state -> 'shipping_methods') AS m (%s)
                WHERE recent(c) AND c.order_id IS NULL\
                """
                    .formatted(METHOD))
            .of("carts"));
    copies.add(
        BackCopy.of(
            "shipping_method",
            """
            SELECT m.id, m.shipping_option_id, m.order_id, m.swap_id, m.claim_order_id, m.return_id,
              (SELECT c.id FROM cart.cart AS c WHERE c.id = m.cart_id) AS cart_id, m.price,
              coalesce(m.data, '{}') AS data, coalesce(m.includes_tax, false) AS includes_tax
            FROM %s\
            """
                .formatted(METHODS)));
    copies.add(
        BackCopy.of(
            "shipping_method_tax_line",
            """
            SELECT t.id, t.rate, t.name, t.code, t.created_at, t.updated_at, t.metadata,
              m.id AS shipping_method_id
            FROM %s, json_to_recordset(m.tax_lines) AS t (id text, rate numeric, name text,
              code text, created_at timestamptz, updated_at timestamptz, metadata jsonb)\
            """
                .formatted(METHODS)));
  }

  private static void payments(List<BackCopy> copies) {
    copies.add(
        BackCopy.of(
            "payment",
            """
            SELECT p.id, p.swap_id, CASE WHEN p.swap_id IS NULL THEN p.order_id END AS order_id,
              (SELECT c.id FROM cart.cart AS c WHERE c.id = p.cart_id) AS cart_id, p.amount,
              p.currency_code, p.amount_refunded, p.provider_id, p.data, p.captured_at,
              p.canceled_at, p.metadata, p.idempotency_key, p.created_at, p.updated_at
            FROM orders.payment AS p
            WHERE NOT p.awaits_authorization
              AND (p.order_id %1$s OR p.payment_collection_id IN (
                SELECT k.id FROM orders.payment_collection AS k WHERE k.order_id %1$s))\
            """
                .formatted(CHANGED)));
    copies.add(
        BackCopy.of(
                "payment_collection_payments",
                """
                SELECT p.payment_collection_id, p.id AS payment_id
                FROM orders.payment AS p
                WHERE NOT p.awaits_authorization AND p.payment_collection_id IN (
                  SELECT k.id FROM orders.payment_collection AS k WHERE k.order_id %s)\
                """
                    .formatted(CHANGED))
            .key("payment_collection_id", "payment_id"));
    // Sessions that are not selected have null: one of a cart is selected, by a unique index.
    copies.add(
        BackCopy.of(
                "payment_session",
                """
                SELECT s.id, c.id AS cart_id, s.provider_id,
                  CASE WHEN s.is_selected THEN true END AS is_selected, s.status,
                  coalesce(s.data, '{}') AS data, s.amount,
                  coalesce(s.is_initiated, false) AS is_initiated, s.payment_authorized_at,
                  s.created_at, s.updated_at
                FROM cart.cart AS c,
                  jsonb_to_recordset(c.state -> 'payment_sessions') AS s (id text,
                    provider_id text, is_selected boolean, is_initiated boolean, status text,
                    data jsonb, amount bigint, payment_authorized_at timestamptz,
                    created_at timestamptz, updated_at timestamptz)
                WHERE recent(c)\
                """)
            .of("carts"));
    String sessions =
        "FROM orders.payment_session AS s JOIN orders.payment_collection AS k"
            + " ON k.id = s.payment_collection_id WHERE k.order_id "
            + CHANGED;
    copies.add(
        BackCopy.of(
                "payment_session",
                """
                SELECT s.id, s.provider_id, s.status, s.data, s.amount, s.payment_authorized_at,
                  false AS is_initiated, s.created_at, s.updated_at
                """
                    + sessions)
            .of("collections")
            .onlyNew("is_initiated"));
    copies.add(
        BackCopy.of(
                "payment_collection_sessions",
                "SELECT k.id AS payment_collection_id, s.id AS payment_session_id " + sessions)
            .key("payment_collection_id", "payment_session_id"));
    copies.add(
        BackCopy.of(
                "cart",
                """
                SELECT c.id, c.state ->> 'payment_id' AS payment_id
                FROM cart.cart AS c
                WHERE recent(c)\
                """)
            .of("payments")
            .optional("payment_id", "payment")
            .updating());
    // The payment of a refund is unique in Medusa, which names the order instead.
    copies.add(
        BackCopy.of(
            "refund",
            """
            SELECT r.id, r.order_id, r.amount, r.note, r.reason, r.metadata, r.idempotency_key,
              r.created_at, r.updated_at
            FROM orders.refund AS r
            WHERE r.order_id %s\
            """
                .formatted(CHANGED)));
  }

  private static void goods(List<BackCopy> copies) {
    copies.add(
        BackCopy.of(
                "fulfillment",
                """
                SELECT f.id, f.swap_id, f.claim_order_id,
                  CASE WHEN num_nonnulls(f.swap_id, f.claim_order_id) = 0 THEN f.order_id END
                    AS order_id,
                  '[]'::jsonb AS tracking_numbers, f.data, f.shipped_at, f.canceled_at, f.metadata,
                  f.provider_id, f.no_notification, f.location_id, f.created_at, f.updated_at
                FROM orders.fulfillment AS f
                WHERE f.accepted_at IS NOT NULL AND f.order_id %s\
                """
                    .formatted(CHANGED))
            .onlyNew("tracking_numbers"));
    String parts =
        "FROM orders.%s AS i JOIN orders.fulfillment AS f ON f.id = i.fulfillment_id"
            + " WHERE f.accepted_at IS NOT NULL AND f.order_id "
            + CHANGED;
    copies.add(
        BackCopy.of(
                "fulfillment_item",
                "SELECT i.fulfillment_id, i.item_id, i.quantity "
                    + parts.formatted("fulfillment_item"))
            .key("fulfillment_id", "item_id"));
    copies.add(
        BackCopy.of(
            "tracking_link",
            "SELECT i.id, i.fulfillment_id, i.tracking_number, i.url, i.metadata, i.created_at,"
                + " i.updated_at "
                + parts.formatted("tracking_link")));
    copies.add(
        BackCopy.of(
                "return_item",
                """
                SELECT i.return_id, i.item_id, i.quantity, i.is_requested, i.requested_quantity,
                  i.received_quantity, i.reason_id, i.note, i.metadata
                FROM orders.return_item AS i
                JOIN orders."return" AS r ON r.id = i.return_id
                WHERE r.order_id %s\
                """
                    .formatted(CHANGED))
            .key("return_id", "item_id")
            .optional("reason_id", "return_reason"));
  }

  private static void claims(List<BackCopy> copies) {
    String of =
        " JOIN orders.claim_order AS c ON c.id = i.claim_order_id WHERE c.order_id " + CHANGED;
    copies.add(
        BackCopy.of(
            "claim_item",
            "SELECT i.id, i.claim_order_id, i.item_id, i.variant_id, i.reason, i.note, i.quantity,"
                + " i.metadata, i.created_at, i.updated_at FROM orders.claim_item AS i"
                + of));
    copies.add(
        BackCopy.of(
            "claim_image",
            "SELECT m.id, m.claim_item_id, m.url, m.created_at, m.updated_at"
                + " FROM orders.claim_image AS m JOIN orders.claim_item AS i"
                + " ON i.id = m.claim_item_id"
                + of));
    String tags =
        " FROM orders.claim_item_tag AS n JOIN orders.claim_tag AS t ON t.id = n.claim_tag_id"
            + " JOIN orders.claim_item AS i ON i.id = n.claim_item_id"
            + of;
    copies.add(
        BackCopy.of(
            "claim_tag", "SELECT DISTINCT t.id, t.value, t.created_at, t.updated_at" + tags));
    copies.add(
        BackCopy.of(
                "claim_item_tags",
                "SELECT n.claim_item_id AS item_id, n.claim_tag_id AS tag_id" + tags)
            .key("item_id", "tag_id"));
  }
}
