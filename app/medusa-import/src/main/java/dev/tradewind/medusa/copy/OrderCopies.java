package dev.tradewind.medusa.copy;

import dev.tradewind.medusa.document.SaleDocuments;
import dev.tradewind.medusa.document.SourceValues;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies of orders with their payments and everything after the sale, of carts and draft orders.
 * Orders, carts, swaps, claims and edits are documents here: {@link SaleDocuments} makes them.
 */
final class OrderCopies {

  /** Cart of an order. An order has one here; an order without gets an id made of its own. */
  static final String CART_OF_ORDER = "coalesce(%s.cart_id, 'cart_' || substr(%s.id, 7))";

  /** Order of a swap or claim, beside the order that a row may name itself. */
  private static final String OWNER =
      "LEFT JOIN swap AS w ON w.id = s.swap_id LEFT JOIN claim_order AS c"
          + " ON c.id = s.claim_order_id";

  private static final String ORDER_OF_OWNER = "coalesce(s.order_id, w.order_id, c.order_id)";

  private OrderCopies() {}

  static List<TableCopy> of(SourceSchema schema) {
    SourceDocuments documents = new SourceDocuments(schema);
    List<TableCopy.Builder> copies = new ArrayList<>();
    copies.add(returnReasons());
    orders(copies, documents);
    swaps(copies, documents);
    claims(copies, documents);
    edits(copies, documents);
    refunds(copies);
    afterSale(copies, documents);
    carts(copies, documents);
    copies.add(
        TableCopy.of("orders.note", "note")
            .set("metadata", SourceValues.objectOrEmpty("s.metadata")));
    copies.add(batchJobs());
    return copies.stream().map(TableCopy.Builder::build).toList();
  }

  /** A reason is inserted before those below it. */
  private static TableCopy.Builder returnReasons() {
    return TableCopy.of("orders.return_reason", "return_reason")
        .order("(s.parent_return_reason_id IS NOT NULL)::integer", "s.id")
        .set(
            "parent_return_reason_id",
            SourceValues.parent("return_reason", "parent_return_reason_id"));
  }

  private static void orders(List<TableCopy.Builder> copies, SourceDocuments documents) {
    copies.add(
        TableCopy.of("orders.\"order\"", "order")
            .set("cart_id", CART_OF_ORDER.formatted("s", "s"))
            .set(
                "draft_order_id",
                "coalesce(s.draft_order_id,"
                    + " (SELECT d.id FROM draft_order AS d WHERE d.order_id = s.id LIMIT 1))")
            .set("metadata", SourceValues.objectOrEmpty("s.metadata"))
            .set("placement_deadline", "s.created_at")
            .set("placed_at", "s.created_at")
            .part("items", documents.lines("l.order_id = s.id"))
            .part("shipping_methods", documents.methods("m.order_id = s.id"))
            .part("shipping_address", documents.one("address", "s.shipping_address_id"))
            .part("billing_address", documents.one("address", "s.billing_address_id"))
            .part("customer", documents.one("customer", "s.customer_id"))
            .part("region", documents.one("region", "s.region_id"))
            .part("currency", documents.currency())
            .part("sales_channel", documents.salesChannel())
            .part("discounts", documents.discounts("order_discounts", "order_id"))
            .part("gift_cards", documents.giftCards("order_gift_cards", "order_id"))
            .part("gift_card_transactions", documents.transactions())
            .document(SaleDocuments::order)
            .members(SourceDocuments.membersOfLines("order_id"))
            .members(SourceDocuments.membersOfMethods("order_id"))
            .members(
                SourceDocuments.named(
                    "address", "order", "shipping_address_id", "billing_address_id"))
            .members(SourceDocuments.named("customer", "order", "customer_id"))
            .members(
                SourceDocuments.naming(
                    "order_id", "order_discounts", "order_gift_cards", "gift_card_transaction"))
            .members(
                List.of(
                    new TableCopy.Members(
                        "n.order_id",
                        "g",
                        "gift_card AS g JOIN order_gift_cards AS n ON n.gift_card_id = g.id")))
            .sum(
                List.of("currency_code", "status", "payment_status", "fulfillment_status"),
                List.of()));
    copies.add(
        TableCopy.of("orders.order_line", "line_item")
            .key("item_id")
            .set("item_id", "s.id")
            .join(OWNER)
            .set("order_id", ORDER_OF_OWNER)
            .where(ORDER_OF_OWNER + " IS NOT NULL"));
    copies.add(
        TableCopy.of("orders.line_progress", "line_item")
            .key("item_id")
            .set("item_id", "s.id")
            .join(OWNER)
            .set("order_id", ORDER_OF_OWNER)
            .set("claimed_quantity", "(" + claimed() + ")")
            .where(
                ORDER_OF_OWNER
                    + " IS NOT NULL AND (coalesce(s.fulfilled_quantity, s.shipped_quantity,"
                    + " s.returned_quantity) IS NOT NULL OR EXISTS (SELECT FROM claim_item AS i"
                    + " WHERE i.item_id = s.id))")
            .sum(
                List.of(), List.of("fulfilled_quantity", "shipped_quantity", "returned_quantity")));
    copies.add(stock(documents, "order", "order_id", "s.created_at", null));
    copies.add(stock(documents, "swap", "swap_id", "s.confirmed_at", "s.confirmed_at IS NOT NULL"));
    copies.add(
        stock(documents, "claim_order", "claim_order_id", "s.created_at", "s.type = 'replace'"));
  }

  /** Units that an order, swap or claim has taken out of the simple stock of variants. */
  private static TableCopy.Builder stock(
      SourceDocuments documents,
      String taker,
      String column,
      String takenAt,
      @Nullable String where) {
    TableCopy.Builder copy =
        TableCopy.of("catalog.stock_taking", taker)
            .named(taker)
            .key("taker", "variant_id")
            .join(
                "JOIN LATERAL (SELECT l.variant_id, sum(l.quantity) AS quantity"
                    + " FROM line_item AS l JOIN product_variant AS v ON v.id = l.variant_id"
                    + " WHERE l.%s = s.id AND v.manage_inventory AND l.quantity > 0"
                        .formatted(column)
                    + " GROUP BY l.variant_id) AS t ON true"
                    + documents.withoutItem())
            .set("taker", "s.id")
            .set("variant_id", "t.variant_id")
            .set("quantity", "t.quantity")
            .set("taken_at", takenAt)
            .set("returned_at", "s.canceled_at");
    return where == null ? copy : copy.where(where);
  }

  private static String claimed() {
    return "SELECT sum(i.quantity) FROM claim_item AS i JOIN claim_order AS o"
        + " ON o.id = i.claim_order_id WHERE i.item_id = s.id AND o.canceled_at IS NULL";
  }

  private static void refunds(List<TableCopy.Builder> copies) {
    copies.add(
        TableCopy.of("orders.refund", "refund")
            .join("LEFT JOIN payment AS p ON p.id = s.payment_id")
            .set("order_id", "coalesce(s.order_id, p.order_id)")
            .set("payment_id", "CASE WHEN p.amount > 0 THEN p.id END")
            .where("coalesce(s.order_id, p.order_id) IS NOT NULL AND s.amount > 0")
            .sum(List.of("reason"), List.of("amount")));
  }

  private static void afterSale(List<TableCopy.Builder> copies, SourceDocuments documents) {
    copies.add(
        TableCopy.of("orders.fulfillment", "fulfillment")
            .join(OWNER)
            .set("order_id", ORDER_OF_OWNER)
            .set("provider_id", "coalesce(s.provider_id, 'manual')")
            .set("accepted_at", "s.created_at")
            .where(ORDER_OF_OWNER + " IS NOT NULL"));
    copies.add(
        TableCopy.of("orders.fulfillment_item", "fulfillment_item")
            .key("fulfillment_id", "item_id")
            .join("JOIN fulfillment AS f ON f.id = s.fulfillment_id")
            .where("coalesce(f.order_id, f.swap_id, f.claim_order_id) IS NOT NULL")
            .sum(List.of(), List.of("quantity")));
    copies.add(
        TableCopy.of("orders.tracking_link", "tracking_link")
            .join("JOIN fulfillment AS f ON f.id = s.fulfillment_id")
            .where(
                "s.deleted_at IS NULL"
                    + " AND coalesce(f.order_id, f.swap_id, f.claim_order_id) IS NOT NULL"));
    copies.add(
        TableCopy.of("orders.\"return\"", "return")
            .join(OWNER)
            .set("order_id", ORDER_OF_OWNER)
            .set(
                "received_at",
                "CASE WHEN s.status = 'received' THEN coalesce(s.received_at, s.updated_at) END")
            .part("shipping_methods", documents.methods("m.return_id = s.id"))
            .document(SaleDocuments::returnedGoods)
            .members(SourceDocuments.membersOfMethods("return_id"))
            .where(ORDER_OF_OWNER + " IS NOT NULL")
            .sum(List.of("status"), List.of("refund_amount")));
    copies.add(
        TableCopy.of("orders.return_item", "return_item")
            .key("return_id", "item_id")
            .join("JOIN \"return\" AS r ON r.id = s.return_id")
            .set(
                "requested_quantity",
                "coalesce(s.requested_quantity,"
                    + " CASE WHEN s.received_quantity IS NULL THEN s.quantity END)")
            .where("coalesce(r.order_id, r.swap_id, r.claim_order_id) IS NOT NULL")
            .sum(List.of(), List.of("quantity")));
  }

  private static void swaps(List<TableCopy.Builder> copies, SourceDocuments documents) {
    copies.add(
        TableCopy.of("orders.swap", "swap")
            .set("cart_id", "coalesce(s.cart_id, 'cart_' || substr(s.id, 6))")
            .set(
                "difference_due",
                "CASE WHEN s.confirmed_at IS NOT NULL" + " THEN coalesce(s.difference_due, 0) END")
            .set("idempotency_key", "coalesce(s.idempotency_key, s.id)")
            .set("request_hash", "''")
            .set(
                "payment_status",
                "CASE WHEN s.canceled_at IS NOT NULL THEN 'canceled'"
                    + " WHEN s.confirmed_at IS NULL THEN 'not_paid' ELSE s.payment_status::text"
                    + " END")
            .part("order_region", documents.regionOfOrder())
            .part("order_tax_rate", documents.taxRateOfOrder())
            .part("order_discounts", documents.discountsOfOrder())
            .part("additional", documents.lines("l.swap_id = s.id"))
            .part("methods", documents.methods("m.swap_id = s.id"))
            .part("address", documents.one("address", "s.shipping_address_id"))
            .document(SaleDocuments::swap)
            .members(SourceDocuments.membersOfLines("swap_id"))
            .members(SourceDocuments.membersOfMethods("swap_id"))
            .members(SourceDocuments.named("address", "swap", "shipping_address_id"))
            .where("s.deleted_at IS NULL"));
  }

  private static void claims(List<TableCopy.Builder> copies, SourceDocuments documents) {
    String current =
        "EXISTS (SELECT FROM claim_order AS o WHERE o.id = s.claim_order_id"
            + " AND o.deleted_at IS NULL)";
    copies.add(
        TableCopy.of("orders.claim_order", "claim_order")
            .set("idempotency_key", "coalesce(s.idempotency_key, s.id)")
            .set("request_hash", "''")
            .set(
                "payment_status",
                "CASE WHEN s.type = 'replace' THEN 'na' WHEN s.payment_status = 'na'"
                    + " THEN 'not_refunded' ELSE s.payment_status::text END")
            .set(
                "refund_amount",
                "CASE WHEN s.type = 'refund' THEN CASE WHEN s.canceled_at IS NULL"
                    + " THEN coalesce(s.refund_amount, 0) ELSE 0 END END")
            .set(
                "fulfillment_status",
                "CASE WHEN s.canceled_at IS NOT NULL THEN 'canceled'"
                    + " WHEN s.fulfillment_status IN ('partially_fulfilled', 'partially_returned',"
                    + " 'returned') THEN 'requires_action' ELSE s.fulfillment_status::text END")
            .part("order_region", documents.regionOfOrder())
            .part("order_tax_rate", documents.taxRateOfOrder())
            .part("order_discounts", documents.discountsOfOrder())
            .part("additional", documents.lines("l.claim_order_id = s.id"))
            .part("methods", documents.methods("m.claim_order_id = s.id"))
            .part("address", documents.one("address", "s.shipping_address_id"))
            .document(SaleDocuments::claim)
            .members(SourceDocuments.membersOfLines("claim_order_id"))
            .members(SourceDocuments.membersOfMethods("claim_order_id"))
            .members(SourceDocuments.named("address", "claim_order", "shipping_address_id"))
            .where("s.deleted_at IS NULL")
            .sum(List.of("type", "payment_status"), List.of("refund_amount")));
    copies.add(
        TableCopy.of("orders.claim_item", "claim_item")
            .where(current + " AND s.deleted_at IS NULL AND s.quantity > 0"));
    copies.add(
        TableCopy.of("orders.claim_image", "claim_image")
            .join("JOIN claim_item AS i ON i.id = s.claim_item_id")
            .set(
                "position",
                "(SELECT count(*) FROM claim_image AS o WHERE o.claim_item_id = s.claim_item_id"
                    + " AND (o.created_at, o.id) < (s.created_at, s.id))")
            .where(
                "s.deleted_at IS NULL AND i.deleted_at IS NULL AND i.quantity > 0 AND "
                    + current.replace("s.claim_order_id", "i.claim_order_id")));
    copies.add(
        TableCopy.of("orders.claim_tag", "claim_tag")
            .where("s.deleted_at IS NULL AND NOT " + CorrectedValues.isFurtherTag("s")));
    copies.add(
        TableCopy.of("orders.claim_item_tag", "claim_item_tags")
            .key("claim_item_id", "claim_tag_id")
            .join("JOIN claim_item AS i ON i.id = s.item_id JOIN claim_tag AS t ON t.id = s.tag_id")
            .set("claim_item_id", "s.item_id")
            .set("claim_tag_id", CorrectedValues.tag("t"))
            .where(
                CorrectedValues.isFirstLink("s", "t")
                    + " AND i.deleted_at IS NULL AND i.quantity > 0 AND t.deleted_at IS NULL AND "
                    + current.replace("s.claim_order_id", "i.claim_order_id")));
  }

  private static void edits(List<TableCopy.Builder> copies, SourceDocuments documents) {
    copies.add(
        TableCopy.of("orders.payment_collection", "payment_collection")
            .join("JOIN order_edit AS e ON e.payment_collection_id = s.id")
            .needs("order_edit")
            .set("order_id", "e.order_id")
            .where("s.amount > 0")
            .sum(List.of("currency_code", "status"), List.of("amount")));
    String collection =
        "JOIN payment_collection AS k ON k.id = %s.payment_collection_id AND k.amount > 0"
            + " AND EXISTS (SELECT FROM order_edit AS e WHERE e.payment_collection_id = k.id)";
    copies.add(payment(documents, collection));
    copies.add(
        TableCopy.of("orders.payment_session", "payment_session")
            .needs("payment_collection", "payment_collection_sessions", "order_edit")
            .join(
                "JOIN payment_collection_sessions AS n ON n.payment_session_id = s.id "
                    + collection.formatted("n"))
            .set("payment_collection_id", "k.id")
            .set(
                "position",
                "(SELECT count(*) FROM payment_collection_sessions AS o"
                    + " WHERE o.payment_collection_id = k.id AND o.payment_session_id < s.id)")
            .set("payment_id", documents.paymentOfSession())
            .set(
                "status",
                "CASE WHEN s.status = 'authorized' AND %s IS NULL THEN 'pending'"
                        .formatted(documents.paymentOfSession())
                    + " ELSE s.status::text END")
            .set(
                "payment_authorized_at",
                "CASE WHEN s.status = 'authorized' AND %s IS NOT NULL"
                        .formatted(documents.paymentOfSession())
                    + " THEN coalesce(s.payment_authorized_at, s.updated_at) END")
            .where("s.amount > 0"));
    copies.add(
        TableCopy.of("orders.order_edit", "order_edit")
            .set("payment_collection_id", documents.collectionOfEdit())
            .part("order_region", documents.regionOfOrder())
            .part("order_tax_rate", documents.taxRateOfOrder())
            .part("gift_cards", documents.giftCardsOfOrder())
            .part("lines", documents.lines("l.order_edit_id = s.id"))
            .part("originals", documents.originals())
            .part("methods", documents.methods("m.order_id = s.order_id"))
            .part("discounts", documents.discountsOfOrder())
            .part("item_changes", documents.itemChanges())
            .part("order_items", documents.lines("l.order_id = s.order_id"))
            .document(SaleDocuments::edit)
            .members(SourceDocuments.membersOfLines("order_edit_id"))
            .members(SourceDocuments.naming("order_edit_id", "order_item_change"))
            .members(
                List.of(
                    new TableCopy.Members(
                        "e.id",
                        "l",
                        "line_item AS l JOIN order_edit AS e ON e.order_id = l.order_id"),
                    new TableCopy.Members(
                        "e.id",
                        "g",
                        "gift_card AS g JOIN order_gift_cards AS n ON n.gift_card_id = g.id"
                            + " JOIN order_edit AS e ON e.order_id = n.order_id"))));
  }

  private static TableCopy.Builder payment(SourceDocuments documents, String collection) {
    TableCopy.Builder payment =
        TableCopy.of("orders.payment", "payment")
            .sum(List.of("currency_code", "provider_id"), List.of("amount", "amount_refunded"));
    String swap = "LEFT JOIN swap AS w ON w.id = s.swap_id";
    String order = " LEFT JOIN \"order\" AS o ON o.id = coalesce(s.order_id, w.order_id)";
    payment
        .set("order_id", "coalesce(s.order_id, w.order_id)")
        .set("swap_id", "CASE WHEN w.deleted_at IS NULL THEN w.id END");
    if (!documents.hasCollections()) {
      return payment
          .join(swap + order)
          .set("cart_id", "coalesce(s.cart_id, w.cart_id, o.cart_id, 'cart_' || substr(o.id, 7))")
          .where("coalesce(s.order_id, w.order_id) IS NOT NULL AND s.amount > 0");
    }
    return payment
        .join(
            swap
                + order
                + " LEFT JOIN (SELECT n.payment_id, n.payment_collection_id"
                + " FROM payment_collection_payments AS n "
                + collection.formatted("n")
                + ") AS k ON k.payment_id = s.id")
        .set("payment_collection_id", "k.payment_collection_id")
        .set(
            "cart_id",
            "coalesce(s.cart_id, w.cart_id, CASE WHEN k.payment_collection_id IS NULL"
                + " THEN coalesce(o.cart_id, 'cart_' || substr(o.id, 7)) END)")
        .where(
            "(coalesce(s.order_id, w.order_id) IS NOT NULL OR k.payment_id IS NOT NULL)"
                + " AND s.amount > 0");
  }

  private static void carts(List<TableCopy.Builder> copies, SourceDocuments documents) {
    copies.add(
        TableCopy.of("orders.draft_order", "draft_order")
            .join("JOIN cart AS k ON k.id = s.cart_id")
            .set("display_number", "s.display_id")
            .set("cart_email", "k.email")
            .set("status", "CASE WHEN s.order_id IS NULL THEN 'open' ELSE 'completed' END")
            .set(
                "completed_at",
                "CASE WHEN s.order_id IS NOT NULL THEN coalesce(s.completed_at, s.updated_at)"
                    + " END"));
    copies.add(
        TableCopy.of("cart.cart", "cart")
            .join(
                "LEFT JOIN \"order\" AS o ON o.cart_id = s.id"
                    + " LEFT JOIN swap AS w ON w.cart_id = s.id AND w.confirmed_at IS NOT NULL"
                    + " LEFT JOIN customer AS c ON c.id = s.customer_id")
            .set("order_id", "coalesce(o.id, w.order_id)")
            .set(
                "completed_at",
                "CASE WHEN coalesce(o.id, w.order_id) IS NOT NULL"
                    + " THEN coalesce(s.completed_at, o.created_at, w.confirmed_at) END")
            .set("deleted_at", "NULL")
            .part("state_of", "1")
            .part("region", documents.one("region", "s.region_id"))
            .part("customer_has_account", "coalesce(c.has_account, false)")
            .part("billing_address", documents.one("address", "s.billing_address_id"))
            .part("shipping_address", documents.one("address", "s.shipping_address_id"))
            .part("items", documents.cartLines())
            .part("shipping_methods", documents.methods("m.cart_id = s.id"))
            .part("payment_sessions", documents.paymentSessions())
            .part("discounts", documents.discounts("cart_discounts", "cart_id"))
            .part("gift_cards", documents.giftCards("cart_gift_cards", "cart_id"))
            .part(
                "gift_card_ids",
                "(SELECT json_agg(g.gift_card_id ORDER BY g.gift_card_id)"
                    + " FROM cart_gift_cards AS g WHERE g.cart_id = s.id)")
            .part(
                "custom_shipping_options",
                "(SELECT json_agg(json_build_object('id', x.id, 'shipping_option_id',"
                    + " x.shipping_option_id, 'price', x.price) ORDER BY x.id)"
                    + " FROM custom_shipping_option AS x WHERE x.cart_id = s.id)")
            .part("cart_context", "s.context")
            .part("cart_metadata", documents.cartMetadata())
            .part("payment_id", "s.payment_id")
            .part("payment_authorized_at", "s.payment_authorized_at")
            .document(SaleDocuments::cart)
            .members(SourceDocuments.membersOfLines("cart_id"))
            .members(SourceDocuments.membersOfMethods("cart_id"))
            .members(
                SourceDocuments.named(
                    "address", "cart", "shipping_address_id", "billing_address_id"))
            .members(SourceDocuments.named("customer", "cart", "customer_id"))
            .members(
                SourceDocuments.naming(
                    "cart_id",
                    "payment_session",
                    "cart_discounts",
                    "cart_gift_cards",
                    "custom_shipping_option"))
            .members(SourceDocuments.discountsOfOpenCarts())
            .members(
                List.of(
                    new TableCopy.Members(
                        "n.cart_id",
                        "g",
                        "gift_card AS g JOIN cart_gift_cards AS n ON n.gift_card_id = g.id")))
            .where(
                "(s.deleted_at IS NULL OR o.id IS NOT NULL)"
                    + " AND (s.completed_at IS NULL OR coalesce(o.id, w.order_id) IS NOT NULL)")
            .sum(List.of("type"), List.of()));
  }

  /** History: a job that has not ended counts as canceled. */
  private static TableCopy.Builder batchJobs() {
    return TableCopy.of("batch.batch_job", "batch_job")
        .set(
            "canceled_at",
            "CASE WHEN s.completed_at IS NULL AND s.failed_at IS NULL"
                + " THEN coalesce(s.canceled_at, s.updated_at) ELSE NULL END")
        .set("completed_at", "CASE WHEN s.failed_at IS NULL THEN s.completed_at END")
        .set(
            "pre_processed_at",
            "coalesce(s.pre_processed_at, s.confirmed_at, s.processing_at, s.completed_at)")
        .set("confirmed_at", "coalesce(s.confirmed_at, s.processing_at, s.completed_at)")
        .set("processing_at", "coalesce(s.processing_at, s.completed_at)")
        .where(
            "s.type IN ('product-import', 'product-export', 'price-list-import', 'order-export')");
  }
}
