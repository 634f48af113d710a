package dev.tradewind.acceptance.chaos.load;

import dev.tradewind.acceptance.chaos.ChaosDatabase;
import java.util.List;

/**
 * Markets, variants and member of staff of a chaos run.
 *
 * @param market paid at the provider with a ledger
 * @param marketAtStripe paid at Stripe
 * @param variants with abundant stock
 * @param scarce variants with {@link #SCARCE} units each, one per flash sale
 */
public record StockFixture(
    Market market, Market marketAtStripe, List<String> variants, List<String> scarce) {

  static final int PLENTY = 1_000_000;
  static final int SCARCE = 100;

  public static final String STAFF_TOKEN = "chaos-token";

  private static final int FLASH_SALES = 5;

  /** Sets the stock of the demo shop, and records it for the invariant checker. */
  public static StockFixture stock(ChaosDatabase database) {
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
            Market.of(database, "eur", "de", false),
            Market.of(database, "usd", "us", true),
            variants.subList(FLASH_SALES, variants.size()),
            variants.subList(0, FLASH_SALES));
    database.execute(
        """
        INSERT INTO catalog.payment_provider (id) VALUES ('ledger'), ('stripe')
        ON CONFLICT DO NOTHING;
        DELETE FROM catalog.region_payment_provider;
        INSERT INTO catalog.region_payment_provider
        VALUES ('%1$s', 'ledger'), ('%2$s', 'stripe');
        INSERT INTO catalog.fulfillment_provider (id) VALUES ('ledger') ON CONFLICT DO NOTHING;
        UPDATE catalog.shipping_option SET provider_id = 'ledger';
        INSERT INTO catalog.shipping_option (
          id, name, region_id, profile_id, provider_id, price_type, amount, is_return, data
        )
        SELECT CASE region_id WHEN '%1$s' THEN '%3$s' ELSE '%4$s' END, 'Return', region_id,
          profile_id, provider_id, 'flat_rate', 100, true, '{}'
        FROM catalog.shipping_option
        WHERE id IN ('%5$s', '%6$s');
        INSERT INTO customer."user" (id, email, role, api_token, created_at, updated_at)
        VALUES ('usr_chaos', 'chaos@example.com', 'admin', '%7$s', now(), now());
        UPDATE catalog.product_variant SET inventory_quantity = %8$d;
        UPDATE catalog.product_variant SET inventory_quantity = %9$d WHERE id IN ('%10$s');
        CREATE SCHEMA chaos;
        CREATE TABLE chaos.stocked AS
          SELECT id AS variant_id, inventory_quantity AS quantity FROM catalog.product_variant
        """
            .formatted(
                fixture.market.regionId(),
                fixture.marketAtStripe.regionId(),
                fixture.market.returnOptionId(),
                fixture.marketAtStripe.returnOptionId(),
                fixture.market.shippingOptionId(),
                fixture.marketAtStripe.shippingOptionId(),
                STAFF_TOKEN,
                PLENTY,
                SCARCE,
                String.join("', '", fixture.scarce())));
    return fixture;
  }
}
