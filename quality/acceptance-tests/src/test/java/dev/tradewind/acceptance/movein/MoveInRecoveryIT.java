package dev.tradewind.acceptance.movein;

import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.config;
import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.execute;
import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.launcher.cli.MoveInCommand;
import dev.tradewind.medusa.MoveInException;
import dev.tradewind.medusa.check.SourceCheck;
import dev.tradewind.medusa.check.SourceCheck.Finding;
import dev.tradewind.medusa.check.SourceCheck.Severity;
import dev.tradewind.medusa.copy.OwnColumns;
import dev.tradewind.medusa.there.MoveIn;
import dev.tradewind.medusa.there.MoveReport;
import dev.tradewind.testing.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Moves of a generated shop: interrupted, refused, of older versions, with columns of its own. */
class MoveInRecoveryIT {

  private static final int ORDERS = GeneratedMedusaShop.ORDERS;

  private final TestDatabase source = GeneratedMedusaShop.create();
  private final TestDatabase target = Shop.migratedDatabase();

  private MoveReport move() {
    return MoveIn.run(config(source), config(target), (copy, rows, expected) -> {});
  }

  @Test
  void aKilledMoveGoesOnWithoutDuplicates(@TempDir Path folder) throws Exception {
    MoveInCommandProcess.killInPayments(source, target, folder);
    assertThat(value(target, "SELECT count(*) FROM orders.\"order\""))
        .isEqualTo(String.valueOf(ORDERS));

    MoveReport report = move();

    assertThat(report.isVerified()).as(report.toText()).isTrue();
    assertThat(report.rows()).isLessThan(ORDERS * 6L);
    assertThat(value(target, "SELECT count(*) FROM orders.payment"))
        .isEqualTo(String.valueOf(ORDERS));
    assertThat(value(target, "SELECT nextval('orders.order_display_id')"))
        .isEqualTo(String.valueOf(ORDERS + 8));
    assertThatThrownBy(this::move)
        .isInstanceOf(MoveInException.class)
        .hasMessageContaining("has moved into");
  }

  @Test
  void aChangeBeforeTheResumptionIsFoundByTheVerification() {
    execute(target, "ALTER TABLE orders.note ADD CONSTRAINT no_notes CHECK (value <> 'refused')");
    execute(
        source,
        "INSERT INTO note (id, value, resource_type, resource_id, created_at, updated_at)"
            + " VALUES ('note_1', 'refused', 'order', 'order_1', now(), now())");
    assertThatThrownBy(this::move)
        .isInstanceOf(MoveInException.class)
        .hasMessageContaining("Copying note to orders.note failed");
    execute(target, "ALTER TABLE orders.note DROP CONSTRAINT no_notes");
    execute(source, "DELETE FROM customer WHERE id = 'cus_400'");

    MoveReport report = move();

    assertThat(report.isVerified()).isFalse();
    assertThat(report.toText()).contains("customer.customer, rows: 399 in the source, 400 here");
  }

  @Test
  void whatShoppersMayHavePaidAtStripeIsLookedAt() {
    execute(
        source,
        """
        CREATE TABLE paid AS SELECT * FROM (VALUES
          ('cart_open', 'pi_open', now()), ('cart_old', 'pi_old', now() - interval '8 days')
        ) AS v (cart, intent, at);
        INSERT INTO cart SELECT n.* FROM cart AS c, paid, jsonb_populate_record(c,
          jsonb_build_object('id', cart, 'completed_at', NULL, 'updated_at', at)) AS n
          WHERE c.id = 'cart_1';
        INSERT INTO payment_session SELECT n.* FROM payment_session AS p, paid,
          jsonb_populate_record(p, jsonb_build_object('id', 'ps_' || cart, 'cart_id', cart,
            'provider_id', 'stripe', 'status', 'pending', 'payment_authorized_at', NULL,
            'updated_at', at, 'data', jsonb_build_object('id', intent))) AS n
          WHERE p.id = 'ps_1';
        DROP TABLE paid;
        """);

    MoveReport report = move();

    assertThat(report.isVerified()).as(report.toText()).isTrue();
    assertThat(
            value(
                target,
                "SELECT string_agg(id, ' ') FROM cart.payment_notice WHERE due_at <= now()"))
        .isEqualTo("session:stripe:pi_open");
  }

  @Test
  void aDatabaseWithAShopIsRefused() {
    execute(
        target,
        "INSERT INTO customer.customer (id, email, created_at, updated_at)"
            + " VALUES ('cus_1', 'someone@example.com', now(), now())");

    assertThatThrownBy(this::move)
        .isInstanceOf(MoveInException.class)
        .hasMessageContaining("is not empty: customer.customer has rows");
    assertThat(value(target, "SELECT count(*) FROM catalog.store")).isEqualTo("1");
  }

  @Test
  void aRoleThatOnlyReadsIsEnough() {
    execute(
        source,
        """
        DO $$ BEGIN
          CREATE ROLE medusa_reader LOGIN PASSWORD 'reader';
        EXCEPTION WHEN duplicate_object THEN NULL;
        END $$;
        GRANT SELECT ON ALL TABLES IN SCHEMA public TO medusa_reader;
        GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO medusa_reader;
        ALTER ROLE medusa_reader SET default_transaction_read_only = on;
        """);
    String url = source.url().replaceFirst("//[^@]*@", "//medusa_reader:reader@");

    MoveReport report =
        MoveIn.run(DatabaseConfig.parse(url, 1), config(target), (copy, rows, expected) -> {});

    assertThat(report.isVerified()).as(report.toText()).isTrue();
  }

  @Test
  void aShopOfAnOlderVersionLacksTablesAndColumns() {
    execute(
        source,
        """
        ALTER TABLE money_amount ADD COLUMN variant_id text;
        UPDATE money_amount AS a SET variant_id = l.variant_id
        FROM product_variant_money_amount AS l WHERE l.money_amount_id = a.id;
        ALTER TABLE product ADD COLUMN profile_id text;
        UPDATE product SET profile_id = 'sp_1';
        DROP TABLE product_variant_money_amount, product_shipping_profile, order_edit,
          order_item_change, payment_collection, payment_collection_payments,
          payment_collection_sessions, product_category, product_category_product,
          product_variant_inventory_item, inventory_item, inventory_level, reservation_item,
          stock_location, stock_location_address, sales_channel_location,
          publishable_api_key, publishable_api_key_sales_channel;
        ALTER TABLE line_item DROP COLUMN includes_tax, DROP COLUMN original_item_id,
          DROP COLUMN order_edit_id;
        ALTER TABLE region DROP COLUMN includes_tax;
        ALTER TABLE store DROP COLUMN default_location_id;
        """);

    SourceCheck.Result found = SourceCheck.run(config(source));
    MoveReport report = move();

    assertThat(found.findings())
        .extracting(Finding::subject)
        .noneMatch(subject -> subject.contains("profile_id") || subject.contains("variant_id"));
    assertThat(value(target, "SELECT metadata FROM catalog.product WHERE id = 'prod_7'"))
        .isEqualTo("{\"number\": 7}");
    assertThat(report.unread()).isEmpty();
    assertThat(report.isVerified()).as(report.toText()).isTrue();
    assertThat(value(target, "SELECT count(*) FROM catalog.money_amount")).isEqualTo("1200");
    assertThat(value(target, "SELECT count(*) FROM catalog.product_shipping_profile"))
        .isEqualTo("300");
  }

  @Test
  void columnsOfTheShopsOwnGoIntoTheMetadata() {
    execute(
        source,
        """
        ALTER TABLE product ADD COLUMN brand text;
        UPDATE product SET brand = 'Harbour' WHERE id = 'prod_7';
        ALTER TABLE product ADD COLUMN supplier text DEFAULT 'Wharf';
        ALTER TABLE product_variant ADD COLUMN bin text;
        ALTER TABLE line_item ADD COLUMN engraving text;
        UPDATE line_item SET engraving = 'Ada' WHERE id = 'item_3_1';
        ALTER TABLE store_currencies ADD COLUMN rounding integer DEFAULT 5;
        CREATE TABLE wishlist_item (id text);
        INSERT INTO wishlist_item VALUES ('wish_1'), ('wish_2');
        """);

    OwnColumns places =
        OwnColumns.of(Map.of("product.brand", "public", "product.supplier", "left out"));
    SourceCheck.Result found = SourceCheck.run(config(source), places, null);
    MoveIn.place(config(target), places);
    MoveReport report = move();

    assertThat(found.severity()).isEqualTo(Severity.WARNING);
    assertThat(found.findings())
        .extracting(Finding::subject, Finding::count, Finding::consequence)
        .contains(
            tuple(
                "column product.brand of a plugin or the shop's own",
                1L,
                "Public: goes into the metadata under its name."),
            tuple("column product.supplier of a plugin or the shop's own", 300L, "Left out."),
            tuple(
                "column line_item.engraving of a plugin or the shop's own",
                1L,
                "Staff: goes into the metadata under _staff, which shoppers do not see."),
            tuple(
                "column store_currencies.rounding of a plugin or the shop's own",
                2L,
                "Not taken: the table has no metadata."));
    assertThat(found.findings())
        .extracting(Finding::subject, Finding::count)
        .contains(tuple("table wishlist_item of a plugin or the shop's own", 2L));
    assertThat(report.isVerified()).isTrue();
    assertThat(value(target, "SELECT metadata FROM catalog.product WHERE id = 'prod_7'"))
        .isEqualTo("{\"brand\": \"Harbour\", \"number\": 7}");
    assertThat(value(target, "SELECT metadata FROM catalog.product_variant LIMIT 1")).isNull();
    assertThat(
            value(
                target,
                "SELECT snapshot -> 'items' -> 0 ->> 'metadata' FROM orders.\"order\""
                    + " WHERE id = 'order_3'"))
        .isEqualTo("{\"_staff\":{\"engraving\":\"Ada\"}}");
    assertThatThrownBy(() -> MoveIn.place(config(target), OwnColumns.FOR_STAFF))
        .isInstanceOf(MoveInException.class)
        .hasMessageContaining("has begun with other places of columns");
  }

  @Test
  void aPlaceOfAnUnknownColumnIsRefused() {
    for (String name : List.of("product.title", "product.nothing", "nothing.brand", "brand")) {
      OwnColumns places = OwnColumns.of(Map.of(name, "public"));
      assertThatThrownBy(() -> SourceCheck.run(config(source), places, null))
          .isInstanceOf(MoveInException.class)
          .hasMessageContaining("The shop has no column " + name + " of its own");
    }
    assertThatThrownBy(() -> OwnColumns.of(Map.of("product.brand", "secret")))
        .hasMessage(
            "The place of column product.brand is secret: it is staff, public or left out.");
  }

  @Test
  void theCheckNamesWhatIsBroken() {
    execute(
        source,
        """
        UPDATE customer SET email = 'Customer1@example.com ' WHERE id = 'cus_3';
        UPDATE product SET handle = 'product-1' WHERE id = 'prod_2';
        UPDATE line_item SET fulfilled_quantity = 99 WHERE id = 'item_1_1';
        UPDATE payment SET amount = 1000000 WHERE id = 'pay_5';
        INSERT INTO product_sales_channel VALUES ('prod_gone', 'sc_1');
        INSERT INTO payment_provider VALUES ('bank', true);
        UPDATE product SET title = repeat('x', 501) WHERE id = 'prod_9';
        """);

    SourceCheck.Result found = SourceCheck.run(config(source));

    assertThat(found.severity()).isEqualTo(Severity.ERROR);
    assertThat(found.findings())
        .filteredOn(each -> each.severity() == Severity.ERROR)
        .extracting(Finding::examples)
        .containsExactlyInAnyOrder("customer1@example.com false", "product-1", "item_1_1");
    assertThat(found.findings())
        .filteredOn(each -> each.severity() == Severity.WARNING)
        .extracting(Finding::examples)
        .containsExactlyInAnyOrder("5", "prod_gone", "bank", "prod_9");
    assertThat(List.of(found.toText().split("\n"))).contains("Errors, which a move would fail at:");
  }

  @Test
  void theCheckCountsTheUrlsOfTheOldServer() {
    execute(
        source,
        """
        UPDATE product SET thumbnail = 'http://old:9000/uploads/1-a.png' WHERE id IN ('prod_1', 'prod_2');
        UPDATE product SET thumbnail = 'https://cdn.example/a.png' WHERE id = 'prod_3';
        UPDATE product SET metadata = '{"manual": "http://old:9000/uploads/m.pdf"}' WHERE id = 'prod_4';
        INSERT INTO image (id, url, created_at, updated_at)
        VALUES ('img_1', 'https://shop.example/uploads/b.png', now(), now());
        """);

    List<Finding> found = SourceCheck.run(config(source)).findings();
    assertThat(found)
        .filteredOn(each -> each.subject().startsWith("URLs of"))
        .extracting(Finding::severity, Finding::subject, Finding::count)
        .containsExactlyInAnyOrder(
            tuple(Severity.WARNING, "URLs of http://old:9000 in product.thumbnail", 2L),
            tuple(Severity.WARNING, "URLs of http://old:9000 in product.metadata", 1L),
            tuple(Severity.WARNING, "URLs of https://shop.example in image.url", 1L),
            tuple(Severity.INFO, "URLs of https://cdn.example in product.thumbnail", 1L));
    assertThat(
            SourceCheck.run(config(source), OwnColumns.FOR_STAFF, "https://cdn.example").findings())
        .filteredOn(each -> each.severity() == Severity.WARNING)
        .extracting(Finding::subject, Finding::consequence)
        .containsExactly(
            tuple(
                "URLs of https://cdn.example in product.thumbnail",
                "They end with that server. After the switch copy the files: ./tradewind files"
                    + " migrate --from https://cdn.example"));
  }

  @Test
  void theCheckNamesCurrenciesThatStripeCountsInAnotherUnit() {
    execute(
        source,
        """
        INSERT INTO currency (code, symbol, symbol_native, name, includes_tax)
        VALUES ('rsd', 'RSD', 'RSD', 'Serbian Dinar', false);
        INSERT INTO region (
          id, name, currency_code, tax_rate, created_at, updated_at, gift_cards_taxable,
          automatic_taxes, includes_tax
        )
        VALUES ('reg_2', 'Serbia', 'rsd', 20, now(), now(), true, true, false);
        """);

    assertThat(SourceCheck.run(config(source)).findings())
        .filteredOn(each -> each.subject().startsWith("currencies"))
        .extracting(Finding::examples)
        .containsExactly("rsd");
  }

  @Test
  void theExitStatusOfTheCheckIsItsSeverity() {
    TestDatabase small = GeneratedMedusaShop.small();
    assertThat(checkStatus(small)).isZero();
    execute(small, "CREATE TABLE wishlist_item (id text); INSERT INTO wishlist_item VALUES ('1')");
    assertThat(checkStatus(small)).isEqualTo(3);
    execute(small, "UPDATE product SET handle = 'product-1' WHERE id = 'prod_2'");
    assertThat(checkStatus(small)).isEqualTo(4);
  }

  private static int checkStatus(TestDatabase database) {
    return new CommandLine(MoveInCommand.class).execute(database.url(), "--check");
  }
}
