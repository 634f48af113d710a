package dev.tradewind.acceptance.movein;

import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.config;
import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tradewind.acceptance.AdminApi;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.medusa.check.SourceCheck;
import dev.tradewind.medusa.target.AmountDifference;
import dev.tradewind.medusa.there.MoveIn;
import dev.tradewind.medusa.there.MoveReport;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Sales whose recorded adjustments follow no rule, moved from a generated shop. */
class RecordedAmountsIT {

  /** Discounts of no rule, several tax rates, an edit with a gift card, a deleted discount. */
  private static final String SALES =
      """
      INSERT INTO discount_rule (id, type, value, allocation, created_at, updated_at)
      VALUES ('dru_1', 'fixed', 777, 'total', now(), now()),
        ('dru_2', 'percentage', 10, 'item', now(), now());
      INSERT INTO discount (id, code, is_dynamic, rule_id, is_disabled, starts_at, created_at, updated_at, deleted_at,
        usage_count)
      VALUES ('disc_1', 'FIXED', false, 'dru_1', false, now(), now(), now(), NULL, 1),
        ('disc_2', 'GONE', false, 'dru_2', false, now(), now(), now(), now(), 1);
      INSERT INTO order_discounts VALUES ('order_3', 'disc_1'), ('order_12', 'disc_2');
      INSERT INTO cart_discounts VALUES ('cart_3', 'disc_1');
      UPDATE line_item SET unit_price = 2500, fulfilled_quantity = 1, shipped_quantity = 1 WHERE id = 'item_3_1';
      UPDATE line_item SET unit_price = 3712 WHERE id = 'item_3_2';
      UPDATE line_item_tax_line SET rate = 7.7 WHERE item_id IN ('item_3_1', 'item_3_2');
      INSERT INTO line_item_adjustment (id, item_id, description, discount_id, amount)
      VALUES ('lia_1', 'item_3_1', 'discount', 'disc_1', 777), ('lia_2', 'item_3_2', 'discount', 'disc_1', 464.2988),
        ('lia_6_1', 'item_6_1', 'plugin', NULL, 100), ('lia_6_11', 'item_6_1', 'plugin', NULL, 37),
        ('lia_6_2', 'item_6_2', 'plugin', NULL, 50), ('lia_12', 'item_12_1', 'discount', 'disc_2', 100);
      UPDATE line_item_tax_line SET rate = 7 WHERE item_id = 'item_6_2';
      INSERT INTO line_item SELECT n.* FROM line_item AS l,
        jsonb_populate_record(l, jsonb_build_object('id', 'item_6_3')) AS n WHERE l.id = 'item_6_1';
      INSERT INTO line_item_tax_line (id, rate, name, code, created_at, updated_at, item_id)
      VALUES ('litl_6_3', 5, 'VAT', 'vat', now(), now(), 'item_6_3');
      INSERT INTO line_item_adjustment (id, item_id, description, amount) VALUES ('lia_6_3', 'item_6_3', 'plugin', 611);

      INSERT INTO gift_card (id, code, value, balance, region_id, is_disabled, created_at, updated_at)
      VALUES ('gift_1', 'GIFT', 5000, 400, 'reg_1', false, now(), now());
      INSERT INTO order_gift_cards VALUES ('order_9', 'gift_1');
      INSERT INTO cart_gift_cards VALUES ('cart_9', 'gift_1');
      INSERT INTO gift_card_transaction (id, gift_card_id, order_id, amount, created_at, is_taxable)
      VALUES ('gct_1', 'gift_1', 'order_9', 1100, now(), false);
      INSERT INTO order_edit (id, created_at, updated_at, order_id, created_by, requested_by, requested_at)
      VALUES ('oe_1', now(), now(), 'order_9', 'user', 'user', now()), ('oe_2', now(), now(), 'order_6', 'user', NULL, NULL);
      INSERT INTO line_item SELECT n.* FROM line_item AS l, jsonb_populate_record(l, jsonb_build_object(
        'id', 'item_e' || substr(l.id, 6), 'cart_id', NULL, 'order_id', NULL, 'original_item_id', l.id,
        'order_edit_id', CASE l.order_id WHEN 'order_9' THEN 'oe_1' ELSE 'oe_2' END,
        'quantity', CASE l.id WHEN 'item_9_1' THEN 2 ELSE 1 END)) AS n WHERE l.order_id IN ('order_6', 'order_9');
      INSERT INTO line_item_tax_line SELECT n.* FROM line_item_tax_line AS t JOIN line_item AS l
        ON l.original_item_id = t.item_id, jsonb_populate_record(t, jsonb_build_object('id', 'litl_e' || t.id,
        'item_id', l.id)) AS n;
      INSERT INTO line_item_adjustment SELECT n.* FROM line_item_adjustment AS t JOIN line_item AS l
        ON l.original_item_id = t.item_id, jsonb_populate_record(t, jsonb_build_object('id', 'lia_e' || t.id,
        'item_id', l.id)) AS n;

      INSERT INTO swap (id, fulfillment_status, payment_status, order_id, difference_due, confirmed_at, created_at,
        updated_at, allow_backorder)
      VALUES ('swap_1', 'not_fulfilled', 'confirmed', 'order_6', 0, now(), now(), now(), false);
      INSERT INTO claim_order (id, payment_status, fulfillment_status, type, order_id, created_at, updated_at)
      VALUES ('claim_1', 'na', 'not_fulfilled', 'replace', 'order_6', now(), now());
      INSERT INTO line_item SELECT n.* FROM line_item AS l CROSS JOIN (VALUES ('swap_1', NULL), (NULL, 'claim_1'))
        AS o (swap, claim), jsonb_populate_record(l, jsonb_build_object('id', 'item_' || coalesce(o.swap, o.claim),
        'cart_id', NULL, 'order_id', NULL, 'swap_id', o.swap, 'claim_order_id', o.claim)) AS n
        WHERE l.id = 'item_6_1';
      INSERT INTO line_item_tax_line (id, rate, name, code, created_at, updated_at, item_id)
      SELECT 'litl_' || id, 7.7, 'VAT', 'vat', now(), now(), id FROM line_item
        WHERE coalesce(swap_id, claim_order_id) IS NOT NULL;
      INSERT INTO line_item_adjustment (id, item_id, description, amount)
      SELECT 'lia_' || id, id, 'plugin', 33.5 FROM line_item WHERE coalesce(swap_id, claim_order_id) IS NOT NULL;
      """;

  private static SourceCheck.Result check;
  private static MoveReport report;
  private static Shop shop;
  private static AdminApi admin;

  @BeforeAll
  static void move() {
    TestDatabase source = GeneratedMedusaShop.small();
    execute(source, SALES);
    TestDatabase target = Shop.migratedDatabase();
    check = SourceCheck.run(config(source));
    report = MoveIn.run(config(source), config(target), (copy, rows, expected) -> {});
    shop = Shop.on(target.url());
    admin = new AdminApi(shop);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static JsonObject order(String id) {
    return admin.get("/admin/orders/" + id).getJsonObject("order");
  }

  private static List<Long> figures(JsonArray lines, String... names) {
    return JsonArrays.objects(lines).stream()
        .flatMap(line -> List.of(names).stream().map(line::getLong))
        .toList();
  }

  @Test
  void fractionsThatAreNoSharesOfTheDiscountStayAsTheyWereRecorded() {
    JsonObject order = order("order_3");

    assertThat(figures(order.getJsonArray("items"), "total", "tax_total", "refundable"))
        .containsExactly(1_856L, 133L, 1_856L, 3_498L, 250L, 3_498L);
    assertThat(order.getLong("discount_total")).isEqualTo(1_241);
    assertThat(order.getLong("total")).isEqualTo(1_856 + 3_498 + 595);
  }

  @Test
  void aReturnRefundsTheRecordedAmounts() {
    JsonObject order =
        admin
            .post(
                "/admin/orders/order_3/return",
                "{'items': [{'item_id': 'item_3_1', 'quantity': 1}]}")
            .getJsonObject("order");

    assertThat(figures(order.getJsonArray("returns"), "refund_amount")).containsExactly(1_856L);
  }

  @Test
  void discountsOfPluginsAtSeveralTaxRatesStayLineByLine() {
    JsonObject order = order("order_6");

    assertThat(figures(order.getJsonArray("items"), "discount_total", "tax_total"))
        .containsExactly(137L, 164L, 50L, 67L, 611L, 19L);
    assertThat(order.getLong("tax_total")).isEqualTo(164 + 67 + 19 + 95);
    assertThat(order.getLong("total")).isEqualTo(3_047);
    assertThat(
            AdminApi.ok(shop.storefront().get("/store/carts/cart_6"))
                .getJsonObject("cart")
                .getLong("total"))
        .isEqualTo(3_047);
  }

  @Test
  void goodsOfSwapsAndClaimsKeepTheirRecordedDiscounts() {
    for (String path : List.of("/admin/swaps/swap_1", "/admin/orders/order_6")) {
      JsonObject owner =
          path.contains("swap")
              ? admin.get(path).getJsonObject("swap")
              : order("order_6").getJsonArray("claims").getJsonObject(0);
      assertThat(figures(owner.getJsonArray("additional_items"), "discount_total", "tax_total"))
          .as(path)
          .containsExactly(34L, 74L);
    }
  }

  @Test
  void anEditKeepsTheTotalThatItsSourceShows() {
    JsonObject edit = admin.get("/admin/order-edits/oe_1").getJsonObject("order_edit");

    assertThat(edit.getLong("gift_card_total")).isEqualTo(400);
    assertThat(edit.getLong("total")).isEqualTo(3_500 + 665 - 400);
    assertThat(edit.getLong("difference_due")).isEqualTo(1_190);
  }

  @Test
  void eachUnitOfAnEditedLineKeepsItsPartOfTheRecordedDiscount() {
    admin.post("/admin/order-edits/oe_2/items/item_e6_1", "{'quantity': 3}");
    JsonObject edit = admin.get("/admin/order-edits/oe_2").getJsonObject("order_edit");
    JsonObject line =
        JsonArrays.objects(edit.getJsonArray("items")).stream()
            .filter(each -> each.getString("id").equals("item_e6_1"))
            .findFirst()
            .orElseThrow();

    assertThat(line.getLong("discount_total")).isEqualTo(3 * 137);
    assertThat(figures(line.getJsonArray("adjustments"), "amount")).containsExactly(300L, 111L);
    assertThat(edit.getLong("difference_due")).isEqualTo(2 * 863 + 328);
  }

  @Test
  void checkAndReportNameEachAmountThatDiffersWithItsReason() {
    assertThat(check.amounts())
        .extracting(AmountDifference::id, AmountDifference::figure)
        .containsOnlyOnce(tuple("order_12", "total"), tuple("order_12", "items[item_12_1].total"))
        .allMatch(each -> each.toList().getFirst().equals("order_12"));
    assertThat(check.amounts())
        .allSatisfy(each -> assertThat(each.reason()).contains("disc_2 was deleted"));
    assertThat(check.severity()).as(check.toText()).isEqualTo(SourceCheck.Severity.WARNING);
    assertThat(report.isVerified()).as(report.toText()).isTrue();
    assertThat(report.amounts()).containsExactlyInAnyOrderElementsOf(check.amounts());
    assertThat(report.toText()).contains("order order_12, total: 2975 in the source, 2856 here.");
  }
}
