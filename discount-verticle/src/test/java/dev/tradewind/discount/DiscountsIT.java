package dev.tradewind.discount;

import static dev.tradewind.discount.TestDiscounts.AMERICA;
import static dev.tradewind.discount.TestDiscounts.EUROPE;
import static dev.tradewind.discount.TestDiscounts.NOTHING;
import static dev.tradewind.discount.TestDiscounts.id;
import static dev.tradewind.discount.TestDiscounts.percentage;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscountsIT {

  private static TestDiscounts shop;

  @BeforeAll
  static void open() {
    shop = new TestDiscounts();
    shop.has("products", "prod_1", "prod_2");
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void everyDoorToADiscountLeavesAnAuditEntry() {
    JsonObject all =
        shop.discount(
            new JsonObject()
                .put(
                    "rule",
                    new JsonObject()
                        .put("type", "percentage")
                        .put("value", 100)
                        .put("allocation", "total")));
    String id = all.getString("id");
    String rule = all.getString("rule_id");

    assertThat(shop.audited(rule))
        .containsExactly(
            "discount_change null ->"
                + " {\"type\":\"percentage\",\"value\":100,\"allocation\":\"total\"}");
    assertThat(shop.audited(id).toString()).contains("\"is_disabled\":false", "\"regions\":[{");
    int entries = shop.audited(id).size();
    shop.ok(
        "adminUpdateDiscount",
        new JsonObject().put("id", id),
        new JsonObject(),
        new JsonObject()
            .put("is_disabled", true)
            .put("rule", new JsonObject().put("id", rule).put("value", 50)));
    assertThat(shop.audited(rule).getLast())
        .isEqualTo("discount_change {\"value\":100} -> {\"value\":50}");
    assertThat(shop.audited(id).getLast())
        .isEqualTo("discount_change {\"is_disabled\":false} -> {\"is_disabled\":true}");
    shop.ok("adminDeleteDiscount", new JsonObject().put("id", id), new JsonObject(), null);
    assertThat(shop.audited(id)).hasSize(entries + 2);
    assertThat(shop.audited(id).getLast()).endsWith("-> null");
    assertThat(
            shop.sql(
                "SELECT FROM audit_entry WHERE subject IN ($1, $2) AND actor_type <> 'user'",
                id,
                rule))
        .isEmpty();
  }

  @Test
  void aNewDiscountIsShownWithItsRuleAndRegions() {
    String code = "save" + Ids.ulid();
    JsonObject created = shop.discount(new JsonObject().put("code", "  " + code + " "));

    assertThat(created.fieldNames())
        .containsExactly(
            "id",
            "created_at",
            "updated_at",
            "deleted_at",
            "code",
            "is_dynamic",
            "rule_id",
            "is_disabled",
            "parent_discount_id",
            "starts_at",
            "ends_at",
            "valid_duration",
            "usage_limit",
            "usage_count",
            "metadata",
            "parent_discount",
            "regions",
            "rule");
    assertThat(created.getString("id")).matches("disc_[0-9A-HJKMNP-TV-Z]{26}");
    assertThat(created.getString("code")).isEqualTo(code.toUpperCase(Locale.ROOT));
    assertThat(created.getString("starts_at")).isLessThanOrEqualTo(created.getString("created_at"));
    assertThat(created.getInteger("usage_count")).isZero();
    JsonObject region = created.getJsonArray("regions").getJsonObject(0);
    assertThat(region.fieldNames())
        .containsExactly(
            "id",
            "created_at",
            "updated_at",
            "deleted_at",
            "name",
            "currency_code",
            "tax_rate",
            "tax_code",
            "gift_cards_taxable",
            "automatic_taxes",
            "tax_provider_id",
            "metadata",
            "includes_tax");
    JsonObject rule = created.getJsonObject("rule");
    assertThat(rule.fieldNames())
        .containsExactly(
            "id",
            "created_at",
            "updated_at",
            "deleted_at",
            "description",
            "type",
            "value",
            "allocation",
            "metadata",
            "conditions");
    assertThat(rule.getString("id")).startsWith("dru_").isEqualTo(created.getString("rule_id"));
    assertThat(rule.getInteger("value")).isEqualTo(10);
    assertThat(get(created.getString("id"))).isEqualTo(created);
    assertThat(shop.events(created.getString("id")))
        .containsExactly(
            "%1$s discount.created 1 {\"id\":\"%1$s\"}".formatted(created.getString("id")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'rule': {'type': 'percentage', 'value': 101, 'allocation': 'total'}} | 400 invalid_data Discount value above 100 is not allowed when type is percentage",
        "{'rule': {'type': 'fixed', 'value': 101, 'allocation': 'total'}} | 400 invalid_data Fixed discounts can have one region",
        "{'rule': {'type': 'fixed', 'value': 1.5, 'allocation': 'total'}, 'regions': ['reg_eu']} | 400 invalid_data value must be an integer number",
        "{'regions': []} | 400 invalid_data Discount must have at least 1 region",
        "{'regions': ['reg_eu', 'reg_x']} | 404 not_found Region with reg_x was not found",
        "{'starts_at': '2026-01-02T00:00:00.000Z', 'ends_at': '2026-01-02T00:00:00.000Z'} | 400 invalid_data \"ends_at\" must be greater than \"starts_at\"",
        "{'ends_at': '2001-01-02T00:00:00.000Z'} | 400 invalid_data \"ends_at\" must be greater than \"starts_at\"",
        "{'is_dynamic': true, 'valid_duration': 'P9999Y'} | 400 invalid_data \"valid_duration\" must be a valid ISO 8601 duration",
        "{'usage_limit': 1.5} | 400 invalid_data usage_limit must be an integer number",
        "{'usage_limit': 3000000000} | 400 invalid_data usage_limit must be an integer number",
        "{'code': '  '} | 400 invalid_data code should not be empty",
        "{'rule': {'conditions': [{'operator': 'in'}]}} | 400 invalid_data Missing one of products, collections, tags, types or customer groups in data",
        "{'rule': {'conditions': [{'operator': 'in', 'products': []}]}} | 400 invalid_data Missing one of products, collections, tags, types or customer groups in data",
        "{'rule': {'conditions': [{'operator': 'in', 'products': ['prod_1'], 'product_tags': ['x']}]}} | 400 invalid_data Only one of products, product_tags is allowed, Only one of product_tags, products is allowed",
        "{'rule': {'conditions': [{'operator': 'in', 'products': ['prod_1']}, {'operator': 'in', 'products': ['prod_2']}]}} | 422 duplicate_error Discount Condition with operator 'in' and type 'products' already exist on a Discount Rule",
        "{'rule': {'conditions': [{'operator': 'in', 'products': ['prod_1', 'prod_x']}]}} | 404 not_found Product with product_id prod_x does not exist.",
        "{'rule': {'conditions': [{'operator': 'in', 'product_types': ['t']}]}} | 404 not_found Product_type with product_type_id t does not exist.",
        "{'rule': {'conditions': [{'operator': 'in', 'product_collections': ['c']}]}} | 404 not_found Product_collection with product_collection_id c does not exist.",
        "{'rule': {'conditions': [{'operator': 'in', 'product_tags': ['g']}]}} | 404 not_found Product_tag with product_tag_id g does not exist.",
        "{'rule': {'conditions': [{'operator': 'in', 'customer_groups': ['u']}]}} | 404 not_found Customer_group with customer_group_id u does not exist.",
      })
  void anInvalidDiscountIsRefused(String changes, String expected) {
    String code = Ids.ulid();
    JsonObject body = percentage(10).put("code", code).mergeIn(json(changes), true);

    assertThat(shop.refused("adminCreateDiscount", NOTHING, NOTHING, body)).isEqualTo(expected);
    assertThat(shop.number("SELECT count(*) FROM discount WHERE code = $1", code)).isZero();
  }

  @Test
  void ofParallelDiscountsWithOneCodeOneIsCreated() {
    String code = "one-" + Ids.ulid();
    List<Future<Reply>> attempts =
        IntStream.range(0, 8)
            .mapToObj(each ->
                shop.send("adminCreateDiscount", NOTHING, NOTHING, percentage(5).put("code", code)))
            .toList();

    List<Reply> answers = await(Future.join(attempts).map(all -> all.<Reply>list()));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 200)
        .extracting(TestDiscounts::outcome)
        .containsOnly(
            "422 duplicate_error Discount with code %s already exists."
                .formatted(code.toUpperCase(Locale.ROOT)));
    assertThat(
            shop.number(
                "SELECT count(*) FROM discount_rule AS r WHERE NOT EXISTS"
                    + " (SELECT FROM discount WHERE rule_id = r.id)"))
        .isZero();
  }

  @Test
  void aCodeIsFoundHoweverItIsWrittenAndIsFreeOnceDeleted() {
    String code = "find-" + Ids.ulid();
    String id = shop.discount(new JsonObject().put("code", code)).getString("id");

    JsonObject found =
        shop.ok("adminGetDiscountByCode", new JsonObject().put("code", " " + code), NOTHING, null)
            .getJsonObject("discount");
    assertThat(found.getString("id")).isEqualTo(id);

    JsonObject deleted = shop.ok("adminDeleteDiscount", id(id), NOTHING, null);
    assertThat(deleted)
        .isEqualTo(id(id).put("object", "discount").put("deleted", true))
        .isEqualTo(shop.ok("adminDeleteDiscount", id(id), NOTHING, null));
    assertThat(
            shop.refused(
                "adminGetDiscountByCode", new JsonObject().put("code", code), NOTHING, null))
        .isEqualTo("404 not_found Discounts with code " + code + " was not found");
    assertThat(shop.refused("adminGetDiscount", id(id), NOTHING, null))
        .isEqualTo("404 not_found Discount with id " + id + " was not found");
    shop.discount(new JsonObject().put("code", code));
    assertThat(shop.events(id)).last().asString().contains("discount.deleted 2");
  }

  @Test
  void listsFilterSearchSortAndExpand() {
    String mark = Ids.ulid();
    String percentage = shop.discount(new JsonObject().put("code", mark + "-A")).getString("id");
    String shipping =
        shop.discount(
                json("{'rule': {'type': 'free_shipping', 'value': 0, 'allocation': 'item'},"
                        + " 'is_dynamic': true, 'is_disabled': true}")
                    .put("code", mark + "-B"))
            .getString("id");

    assertThat(listed(mark, "{}")).containsExactly(shipping, percentage);
    assertThat(listed(mark, "{'order': 'code'}")).containsExactly(percentage, shipping);
    assertThat(listed(mark, "{'rule': {'type': 'percentage'}}")).containsExactly(percentage);
    assertThat(listed(mark, "{'rule': {'type': 'percentage', 'allocation': 'item'}}")).isEmpty();
    assertThat(listed(mark, "{'rule': {'allocation': 'item'}}")).containsExactly(shipping);
    assertThat(listed(mark, "{'is_dynamic': true}")).containsExactly(shipping);
    assertThat(listed(mark, "{'is_disabled': false}")).containsExactly(percentage);
    assertThat(listed(mark, "{'created_at': {'lt': '2001-01-01T00:00:00.000Z'}}")).isEmpty();
    JsonObject bare =
        shop.ok(
                "adminListDiscounts",
                NOTHING,
                new JsonObject().put("q", mark).put("expand", "").put("fields", "code"),
                null)
            .getJsonArray("discounts")
            .getJsonObject(0);
    assertThat(bare.fieldNames()).containsExactlyInAnyOrder("id", "code");
    assertThat(
            shop.refused(
                "adminListDiscounts", NOTHING, new JsonObject().put("expand", "children"), null))
        .isEqualTo("400 invalid_data Requested fields [children] are not valid");
  }

  @Test
  void aPageTakesOneRequestPerVerticleAndOneStatementPerRelation() {
    String mark = Ids.ulid();
    for (int i = 0; i < 5; i++) {
      shop.discount(
          json("{'rule': {'conditions': [{'operator': 'in', 'products': ['prod_1']}]}}")
              .put("code", mark + i));
    }
    shop.requests.clear();
    shop.statements.drain();

    JsonObject page =
        shop.ok(
            "adminListDiscounts",
            NOTHING,
            new JsonObject().put("q", mark).put("expand", "regions,rule.conditions.products"),
            null);

    assertThat(page.getInteger("count")).isEqualTo(5);
    assertThat(shop.statements.drain()).hasSize(5);
    assertThat(shop.requests).containsExactlyInAnyOrder("region", "product");
    assertThat(
            page.getJsonArray("discounts")
                .getJsonObject(4)
                .getJsonObject("rule")
                .getJsonArray("conditions")
                .getJsonObject(0)
                .getJsonArray("products")
                .getJsonObject(0)
                .getString("title"))
        .isEqualTo("The prod_1");
  }

  @Test
  void anUpdateChangesWhatItNames() {
    JsonObject created = shop.discount(json("{'metadata': {'a': 1, 'b': 2}, 'usage_limit': 5}"));
    String id = created.getString("id");
    // Times have milliseconds.
    until(
        () -> Instant.now().isAfter(Instant.parse(created.getString("updated_at")).plusMillis(1)));

    JsonObject updated =
        update(
            id,
            json("{'usage_limit': null, 'ends_at': '2999-01-01T00:00:00.000Z',"
                    + " 'is_disabled': true, 'metadata': {'a': '', 'c': 3}, 'regions': ['reg_us'],"
                    + " 'starts_at': null}")
                .put("code", " new" + id)
                .put(
                    "rule",
                    id(created.getString("rule_id")).put("value", 15).put("description", "x")));

    assertThat(updated.getString("code")).isEqualTo(("new" + id).toUpperCase(Locale.ROOT));
    assertThat(updated.getValue("usage_limit")).isNull();
    assertThat(updated.getBoolean("is_disabled")).isTrue();
    assertThat(updated.getString("starts_at")).isEqualTo(created.getString("starts_at"));
    assertThat(updated.getJsonObject("metadata")).isEqualTo(json("{'b': 2, 'c': 3}"));
    assertThat(regions(updated)).containsExactly(AMERICA);
    assertThat(updated.getJsonObject("rule").getInteger("value")).isEqualTo(15);
    assertThat(updated.getJsonObject("rule").getString("allocation")).isEqualTo("total");
    assertThat(updated.getJsonObject("rule").getString("description")).isEqualTo("x");
    assertThat(updated.getString("updated_at")).isGreaterThan(created.getString("updated_at"));
    assertThat(shop.events(id)).hasSize(2).last().asString().contains("discount.updated 2");

    assertThat(update(id, NOTHING)).isEqualTo(updated);
    assertThat(shop.events(id)).hasSize(2);
    assertThat(regions(update(id, json("{'regions': []}")))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'ends_at': '2001-01-01T00:00:00.000Z'} | 400 invalid_data \"ends_at\" must be greater than \"starts_at\"",
        "{'starts_at': '2999-01-01T00:00:00.000Z', 'ends_at': '2998-01-01T00:00:00.000Z'} | 400 invalid_data \"ends_at\" must be greater than \"starts_at\"",
        "{'rule': {'id': 'RULE', 'value': 101}} | 400 invalid_data Discount value above 100 is not allowed when type is percentage",
        "{'rule': {'id': 'dru_x', 'value': 1}} | 400 invalid_data Rule with id dru_x does not belong to Discount with id DISCOUNT",
        "{'regions': ['reg_x']} | 404 not_found Region with reg_x was not found",
        "{'rule': {'id': 'RULE', 'conditions': [{'id': 'discon_x', 'products': ['prod_1']}]}} | 404 not_found DiscountCondition with id discon_x was not found",
        "{'rule': {'id': 'RULE', 'conditions': [{'products': ['prod_1']}]}} | 400 invalid_data operator must be one of the following values: in, not_in",
        "{'code': 'TAKEN'} | 422 duplicate_error Discount with code TAKEN already exists.",
      })
  void anInvalidUpdateChangesNothing(String changes, String expected) {
    if (shop.number("SELECT count(*) FROM discount WHERE code = 'TAKEN'") == 0) {
      shop.discount(new JsonObject().put("code", "taken"));
    }
    JsonObject created = shop.discount(NOTHING);
    String id = created.getString("id");
    JsonObject body =
        json(changes.replace("RULE", created.getString("rule_id"))).put("is_disabled", true);

    assertThat(shop.refused("adminUpdateDiscount", id(id), NOTHING, body))
        .isEqualTo(expected.replace("DISCOUNT", id));
    assertThat(get(id)).isEqualTo(created);
    assertThat(shop.events(id)).hasSize(1);
  }

  @Test
  void aDurationOfADiscountThatIsNotDynamicIsStoredWithoutEffect() {
    JsonObject created = shop.discount(json("{'valid_duration': 'P1D'}"));
    String id = created.getString("id");
    assertThat(created.getString("valid_duration")).isEqualTo("P1D");
    assertThat(created.getValue("ends_at")).isNull();

    JsonObject updated = update(id, json("{'valid_duration': 'P2D'}"));

    assertThat(updated.getString("valid_duration")).isEqualTo("P2D");
    assertThat(updated.getValue("ends_at")).isNull();
    assertThat(get(id)).isEqualTo(updated);
    assertThat(update(id, new JsonObject().putNull("valid_duration")).getValue("valid_duration"))
        .isNull();
  }

  @Test
  void aFixedDiscountNeverHasTwoRegionsHoweverManyAddThem() {
    shop.has("region", IntStream.range(0, 8).mapToObj(n -> "reg_" + n).toArray(String[]::new));
    String id =
        shop.discount(
                json(
                    "{'rule': {'type': 'fixed', 'value': 500, 'allocation': 'item'}, 'regions':"
                        + " ['reg_eu']}"))
            .getString("id");

    assertThat(regions(region("adminAddRegionToDiscount", id, EUROPE))).containsExactly(EUROPE);
    assertThat(shop.refused("adminAddRegionToDiscount", path(id, AMERICA), NOTHING, null))
        .isEqualTo("400 invalid_data Fixed discounts can have one region");
    assertThat(
            shop.refused(
                "adminUpdateDiscount", id(id), NOTHING, json("{'regions': ['reg_eu', 'reg_us']}")))
        .isEqualTo("400 invalid_data Fixed discounts can have one region");
    assertThat(regions(update(id, json("{'regions': ['reg_us']}")))).containsExactly(AMERICA);
    assertThat(regions(region("adminRemoveRegionFromDiscount", id, AMERICA))).isEmpty();

    List<Future<Reply>> attempts =
        IntStream.range(0, 8)
            .mapToObj(
                n -> shop.send("adminAddRegionToDiscount", path(id, "reg_" + n), NOTHING, null))
            .toList();
    List<Reply> answers = await(Future.join(attempts).map(all -> all.<Reply>list()));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(shop.number("SELECT count(*) FROM discount_region WHERE discount_id = $1", id))
        .isEqualTo(1);
  }

  @Test
  void regionsAreAddedAndRemovedOnceAndUnknownOnesAreRefused() {
    JsonObject created = shop.discount(json("{'regions': ['reg_eu']}"));
    String id = created.getString("id");

    assertThat(regions(region("adminAddRegionToDiscount", id, AMERICA)))
        .containsExactly(EUROPE, AMERICA);
    region("adminAddRegionToDiscount", id, AMERICA);
    assertThat(regions(region("adminRemoveRegionFromDiscount", id, EUROPE)))
        .containsExactly(AMERICA);
    region("adminRemoveRegionFromDiscount", id, EUROPE);
    assertThat(shop.events(id)).hasSize(3);
    assertThat(get(id).getString("updated_at")).isEqualTo(created.getString("updated_at"));

    assertThat(shop.refused("adminAddRegionToDiscount", path(id, "reg_x"), NOTHING, null))
        .isEqualTo("404 not_found Region with reg_x was not found");
    for (String operation : List.of("adminAddRegionToDiscount", "adminRemoveRegionFromDiscount")) {
      assertThat(shop.refused(operation, path("disc_x", "reg_x"), NOTHING, null))
          .isEqualTo("404 not_found Discount with id disc_x was not found");
    }
  }

  @Test
  void expandIncludesResourcesOfOtherVerticles() {
    String id = shop.discount(NOTHING).getString("id");

    JsonObject found =
        shop.ok(
                "adminGetDiscount",
                id(id),
                new JsonObject().put("expand", "regions.countries").put("fields", "rule.type"),
                null)
            .getJsonObject("discount");

    assertThat(found.fieldNames()).containsExactlyInAnyOrder("id", "regions", "rule");
    assertThat(found.getJsonObject("rule").fieldNames()).containsExactlyInAnyOrder("id", "type");
    assertThat(
            found
                .getJsonArray("regions")
                .getJsonObject(0)
                .getJsonArray("countries")
                .getJsonObject(0)
                .getString("iso_2"))
        .isEqualTo("xx");
  }

  static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }

  private static List<String> regions(JsonObject discount) {
    return discount.getJsonArray("regions").stream()
        .map(region -> ((JsonObject) region).getString("id"))
        .toList();
  }

  private static JsonObject path(String id, String regionId) {
    return id(id).put("region_id", regionId);
  }

  private static JsonObject region(String operation, String id, String regionId) {
    return shop.ok(operation, path(id, regionId), NOTHING, null).getJsonObject("discount");
  }

  private static JsonObject get(String id) {
    return shop.ok("adminGetDiscount", id(id), NOTHING, null).getJsonObject("discount");
  }

  private static JsonObject update(String id, JsonObject body) {
    return shop.ok("adminUpdateDiscount", id(id), NOTHING, body).getJsonObject("discount");
  }

  private static List<String> listed(String mark, String query) {
    JsonArray found =
        shop.ok("adminListDiscounts", NOTHING, json(query).put("q", mark), null)
            .getJsonArray("discounts");
    return found.stream().map(each -> ((JsonObject) each).getString("id")).toList();
  }
}
