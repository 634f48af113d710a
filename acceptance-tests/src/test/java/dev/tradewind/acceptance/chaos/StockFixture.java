package dev.tradewind.acceptance.chaos;

import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * Region, shipping options, variants and member of staff of a chaos run.
 *
 * @param variants with abundant stock
 * @param scarce variants with {@link #SCARCE} units each, one per flash sale
 */
record StockFixture(
    String regionId,
    String shippingOptionId,
    String returnOptionId,
    List<String> variants,
    List<String> scarce) {

  static final int PLENTY = 1_000_000;
  static final int SCARCE = 100;

  static final String STAFF_TOKEN = "chaos-token";

  private static final int FLASH_SALES = 5;

  /** Sets the stock of the demo shop, and records it for the invariant checker. */
  static StockFixture stock(ChaosDatabase database) {
    String region =
        database.texts("SELECT id FROM catalog.region WHERE currency_code = 'eur'").getFirst();
    List<String> variants =
        database.texts(
            """
            SELECT variant.id
            FROM catalog.product_variant AS variant
            JOIN catalog.product ON product.id = variant.product_id AND NOT product.is_giftcard
            WHERE variant.manage_inventory
            ORDER BY variant.sku
            """);
    StockFixture fixture =
        new StockFixture(
            region,
            database
                .texts(
                    "SELECT id FROM catalog.shipping_option WHERE name = 'Express Shipping'"
                        + " AND region_id = '%s'".formatted(region))
                .getFirst(),
            "so_chaos_return",
            variants.subList(FLASH_SALES, variants.size()),
            variants.subList(0, FLASH_SALES));
    database.execute(
        """
        INSERT INTO catalog.payment_provider (id) VALUES ('ledger') ON CONFLICT DO NOTHING;
        DELETE FROM catalog.region_payment_provider;
        INSERT INTO catalog.region_payment_provider SELECT id, 'ledger' FROM catalog.region;
        INSERT INTO catalog.fulfillment_provider (id) VALUES ('ledger') ON CONFLICT DO NOTHING;
        UPDATE catalog.shipping_option SET provider_id = 'ledger';
        INSERT INTO catalog.shipping_option (
          id, name, region_id, profile_id, provider_id, price_type, amount, is_return, data
        )
        SELECT '%s', 'Return', region_id, profile_id, provider_id, 'flat_rate', 100, true, '{}'
        FROM catalog.shipping_option
        WHERE id = '%s';
        INSERT INTO customer."user" (id, email, role, api_token, created_at, updated_at)
        VALUES ('usr_chaos', 'chaos@example.com', 'admin', '%s', now(), now());
        UPDATE catalog.product_variant SET inventory_quantity = %d;
        UPDATE catalog.product_variant SET inventory_quantity = %d WHERE id IN ('%s');
        CREATE SCHEMA chaos;
        CREATE TABLE chaos.stocked AS
          SELECT id AS variant_id, inventory_quantity AS quantity FROM catalog.product_variant
        """
            .formatted(
                fixture.returnOptionId(),
                fixture.shippingOptionId(),
                STAFF_TOKEN,
                PLENTY,
                SCARCE,
                String.join("', '", fixture.scarce())));
    return fixture;
  }

  JsonObject inRegion() {
    return new JsonObject().put("region_id", regionId);
  }

  JsonObject shipping() {
    return new JsonObject().put("option_id", shippingOptionId);
  }

  JsonObject address() {
    return new JsonObject()
        .put("first_name", "Ada")
        .put("last_name", "Lovelace")
        .put("address_1", "1 Main St")
        .put("city", "Town")
        .put("postal_code", "1000")
        .put("country_code", "de");
  }
}
