package dev.tradewind.medusa.back;

import java.util.ArrayList;
import java.util.List;

/**
 * Copies of everything that a Medusa v1 shop needs to go on selling, in the order of its
 * references: customers, discounts, carts and orders with everything after the sale, gift cards and
 * stock.
 */
final class BackCopies {

  private BackCopies() {}

  static List<BackCopy> all() {
    List<BackCopy> copies = new ArrayList<>();
    customers(copies);
    discounts(copies);
    copies.addAll(SaleBackCopies.all());
    giftCards(copies);
    stock(copies);
    return copies;
  }

  /**
   * Medusa verifies scrypt only: a password that was hashed anew at a login here is still the old
   * one there; one that was set here has to be reset there.
   */
  private static void customers(List<BackCopy> copies) {
    copies.add(
        BackCopy.of(
            "customer",
            """
            SELECT c.id, c.email, c.first_name, c.last_name, c.phone, c.has_account, c.metadata,
              c.created_at, c.updated_at, c.deleted_at
            FROM customer.customer AS c
            WHERE recent(c)\
            """));
    copies.add(
        BackCopy.of(
                "customer",
                """
                SELECT c.id,
                  CASE WHEN c.password_hash LIKE 'c2NyeXB0%' THEN c.password_hash END AS password_hash
                FROM customer.customer AS c
                WHERE recent(c)
                  AND (c.credential_version > 1 OR c.password_hash LIKE 'c2NyeXB0%')\
                """)
            .of("passwords")
            .updating());
    copies.add(
        BackCopy.of(
            "address",
            """
            SELECT a.id, a.customer_id, a.company, a.first_name, a.last_name, a.address_1,
              a.address_2, a.city, a.country_code, a.province, a.postal_code, a.phone, a.metadata,
              a.created_at, a.updated_at, a.deleted_at
            FROM customer.address AS a
            WHERE recent(a)\
            """));
    copies.add(
        BackCopy.of(
                "customer",
                """
                SELECT c.id, c.billing_address_id
                FROM customer.customer AS c
                WHERE recent(c)\
                """)
            .of("billing addresses")
            .updating());
  }

  private static void discounts(List<BackCopy> copies) {
    copies.add(
        BackCopy.of(
            "discount_rule",
            """
            SELECT r.id, r.description, r.type, r.value, r.allocation, r.metadata, r.created_at,
              r.updated_at, r.deleted_at
            FROM discount.discount_rule AS r
            WHERE recent(r)\
            """));
    copies.add(
        BackCopy.of(
            "discount",
            """
            SELECT d.id, d.code, d.is_dynamic, d.rule_id, d.is_disabled, d.parent_discount_id,
              d.starts_at, d.ends_at, d.usage_limit, d.usage_count, d.valid_duration, d.metadata,
              d.created_at, d.updated_at, d.deleted_at
            FROM discount.discount AS d
            WHERE recent(d)
            ORDER BY d.parent_discount_id IS NOT NULL\
            """));
    copies.add(
        BackCopy.of(
                "discount_regions",
                """
                SELECT r.discount_id, r.region_id
                FROM discount.discount_region AS r
                WHERE recent(r)\
                """)
            .key("discount_id", "region_id"));
  }

  private static void giftCards(List<BackCopy> copies) {
    copies.add(
        BackCopy.of(
                "gift_card",
                """
                SELECT g.id, g.code, g.value, g.balance, g.region_id, g.order_id, g.is_disabled,
                  g.ends_at, g.tax_rate, g.metadata, g.created_at, g.updated_at, g.deleted_at
                FROM discount.gift_card AS g
                WHERE recent(g)\
                """)
            .optional("order_id", "order"));
    copies.add(
        BackCopy.of(
            "gift_card_transaction",
            """
            SELECT t.id, t.gift_card_id, t.order_id, t.amount, t.is_taxable, t.tax_rate,
              t.created_at
            FROM discount.gift_card_transaction AS t
            WHERE recent(t)\
            """));
    copies.add(SaleBackCopies.links("order_gift_cards", "order_id", "gift_card_id", "gift_cards"));
    String changed = "WHERE recent(c)";
    copies.add(
        BackCopy.of(
                "cart_gift_cards",
                "SELECT c.id AS cart_id, g.id AS gift_card_id FROM cart.cart AS c,"
                    + " jsonb_array_elements_text(c.state -> 'gift_card_ids') AS g (id) "
                    + changed)
            .key("cart_id", "gift_card_id"));
    copies.add(
        BackCopy.of(
                "cart_discounts",
                "SELECT c.id AS cart_id, d.document ->> 'id' AS discount_id FROM cart.cart AS c,"
                    + " jsonb_to_recordset(c.state -> 'discounts') AS d (document jsonb) "
                    + changed)
            .key("cart_id", "discount_id"));
  }

  private static void stock(List<BackCopy> copies) {
    copies.add(
        BackCopy.of(
                "product_variant",
                """
                SELECT v.id, v.inventory_quantity
                FROM catalog.product_variant AS v
                WHERE recent(v)\
                """)
            .updating());
    copies.add(
        BackCopy.of(
                "inventory_level",
                """
                SELECT l.id, l.stocked_quantity, l.reserved_quantity, l.incoming_quantity,
                  l.updated_at
                FROM catalog.inventory_level AS l
                WHERE recent(l)\
                """)
            .updating());
    copies.add(
        BackCopy.of(
            "reservation_item",
            """
            SELECT r.id, r.line_item_id, r.inventory_item_id, r.location_id, r.quantity,
              r.external_id, r.description, r.created_by, r.metadata, r.created_at, r.updated_at,
              r.deleted_at
            FROM catalog.reservation_item AS r
            WHERE recent(r)\
            """));
  }
}
