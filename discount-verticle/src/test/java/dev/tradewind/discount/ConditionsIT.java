package dev.tradewind.discount;

import static dev.tradewind.discount.DiscountsIT.json;
import static dev.tradewind.discount.TestDiscounts.NOTHING;
import static dev.tradewind.discount.TestDiscounts.context;
import static dev.tradewind.discount.TestDiscounts.id;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.api.event.DeletedReferences;
import dev.tradewind.discount.remote.ReferenceCleanup;
import dev.tradewind.discount.remote.RemoteReferences;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConditionsIT {

  private static final JsonObject EXPANDED =
      new JsonObject().put("expand", "rule.conditions.products,rule.conditions.product_types");

  private static TestDiscounts shop;

  private JsonObject discount;
  private String discountId;

  @BeforeAll
  static void open() {
    shop = new TestDiscounts();
    shop.has("products", "prod_1", "prod_2", "prod_3");
    shop.has("product_types", "ptyp_1");
    shop.has("product_tags", "ptag_1");
    shop.has("product_collections", "pcol_1");
    shop.has("customer_groups", "cgrp_1");
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @BeforeEach
  void createDiscount() {
    discount = shop.discount(NOTHING);
    discountId = discount.getString("id");
  }

  @Test
  void everyTypeOfConditionIsCreatedAndShownWithItsResources() {
    create("{'operator': 'in', 'products': ['prod_2', 'prod_1', 'prod_1']}");
    create("{'operator': 'not_in', 'products': ['prod_3']}");
    create("{'operator': 'not_in', 'product_types': ['ptyp_1']}");
    create("{'operator': 'in', 'product_tags': ['ptag_1']}");
    create("{'operator': 'in', 'product_collections': ['pcol_1']}");
    JsonObject shown = create("{'operator': 'in', 'customer_groups': ['cgrp_1']}");

    JsonArray conditions = conditions(shown);
    assertThat(conditions).hasSize(6);
    assertThat(conditions.getJsonObject(0).fieldNames())
        .containsExactly(
            "id",
            "created_at",
            "updated_at",
            "deleted_at",
            "type",
            "operator",
            "discount_rule_id",
            "metadata");
    assertThat(shop.events(discountId)).hasSize(7);
    assertThat(shop.events(discountId))
        .last()
        .isEqualTo(
            "%1$s discount.condition_changed 7 {\"id\":\"%1$s\",\"condition_id\":\"%2$s\"}"
                .formatted(discountId, conditions.getJsonObject(5).getString("id")));
    for (ConditionType type : ConditionType.values()) {
      JsonObject expanded =
          shop.ok(
                  "adminGetDiscount",
                  id(discountId),
                  new JsonObject().put("expand", "rule.conditions." + type.wireName()),
                  null)
              .getJsonObject("discount");
      for (Object each : conditions(expanded)) {
        JsonObject condition = (JsonObject) each;
        assertThat(condition.getJsonArray(type.wireName()).isEmpty())
            .isEqualTo(!condition.getString("type").equals(type.wireName()));
      }
    }
  }

  @Test
  void aConditionIsReadWithItsRule() {
    String id = newCondition("{'operator': 'in', 'products': ['prod_1']}");

    JsonObject condition =
        shop.ok("adminGetDiscountCondition", path(id), NOTHING, null)
            .getJsonObject("discount_condition");

    assertThat(condition.fieldNames())
        .containsExactlyInAnyOrder(
            "id",
            "created_at",
            "updated_at",
            "deleted_at",
            "type",
            "operator",
            "discount_rule_id",
            "metadata",
            "discount_rule");
    assertThat(condition.getJsonObject("discount_rule").getString("id"))
        .isEqualTo(discount.getString("rule_id"));
    JsonObject chosen =
        shop.ok(
                "adminGetDiscountCondition",
                path(id),
                new JsonObject().put("expand", "products").put("fields", "type"),
                null)
            .getJsonObject("discount_condition");
    assertThat(chosen.fieldNames()).containsExactlyInAnyOrder("id", "type", "products");
    assertThat(chosen.getJsonArray("products").getJsonObject(0).getString("id"))
        .isEqualTo("prod_1");
  }

  @Test
  void resourcesAreAddedRemovedAndReplaced() {
    String id = newCondition("{'operator': 'in', 'products': ['prod_1']}");

    assertThat(products(batch("adminAddConditionResources", id, "prod_1", "prod_2")))
        .containsExactly("prod_1", "prod_2");
    batch("adminAddConditionResources", id, "prod_2");
    assertThat(products(batch("adminRemoveConditionResources", id, "prod_1", "prod_x")))
        .containsExactly("prod_2");
    JsonObject replaced =
        shop.ok(
                "adminUpdateDiscountCondition",
                path(id),
                EXPANDED,
                json("{'products': ['prod_3', 'prod_1']}"))
            .getJsonObject("discount");
    assertThat(products(replaced)).containsExactly("prod_1", "prod_3");
    assertThat(await(shop.client.findConditionResources(context(), ConditionType.PRODUCTS, id)))
        .containsExactlyInAnyOrder("prod_1", "prod_3");
    assertThat(await(shop.client.findConditionResources(context(), ConditionType.PRODUCT_TAGS, id)))
        .isEmpty();
  }

  @Test
  void aConditionIsDeletedForGood() {
    String id = newCondition("{'operator': 'in', 'products': ['prod_1']}");

    for (int i = 0; i < 2; i++) {
      JsonObject deleted = shop.ok("adminDeleteDiscountCondition", path(id), NOTHING, null);
      assertThat(deleted.fieldNames()).containsExactly("id", "object", "deleted", "discount");
      assertThat(deleted.getString("object")).isEqualTo("discount-condition");
      assertThat(conditions(deleted.getJsonObject("discount"))).isEmpty();
    }
    assertThat(shop.events(discountId)).hasSize(3);
    create("{'operator': 'in', 'products': ['prod_1']}");
  }

  @Test
  void invalidRequestsAreRefusedAndChangeNothing() {
    String id = newCondition("{'operator': 'in', 'products': ['prod_1']}");
    String missing =
        "400 invalid_data Missing one of products, collections, tags, types or customer groups in"
            + " data";

    assertThat(refusedCreation("{'operator': 'in', 'products': ['prod_2']}"))
        .isEqualTo(
            "422 duplicate_error Discount Condition with operator 'in' and type 'products' already"
                + " exist on a Discount Rule");
    assertThat(refusedCreation("{'operator': 'in'}")).isEqualTo(missing);
    assertThat(refusedCreation("{'operator': 'in', 'product_tags': ['x']}"))
        .isEqualTo("404 not_found Product_tag with product_tag_id x does not exist.");
    assertThat(refused("adminUpdateDiscountCondition", path(id), NOTHING)).isEqualTo(missing);
    assertThat(
            refused("adminUpdateDiscountCondition", path(id), json("{'product_tags': ['ptag_1']}")))
        .isEqualTo("400 invalid_data Condition with id " + id + " is one of products");
    assertThat(refused("adminUpdateDiscountCondition", path(id), json("{'products': ['p']}")))
        .isEqualTo("404 not_found Product with product_id p does not exist.");
    for (String operation :
        List.of("adminAddConditionResources", "adminRemoveConditionResources")) {
      assertThat(refused(operation, path(id), json("{'resources': []}"))).isEqualTo(missing);
    }
    assertThat(
            refused("adminAddConditionResources", path(id), json("{'resources': [{'id': 'p'}]}")))
        .isEqualTo("404 not_found Product with product_id p does not exist.");
    assertThat(shop.events(discountId)).hasSize(2);
  }

  @Test
  void aConditionOfAnotherDiscountIsRefused() {
    String id = newCondition("{'operator': 'in', 'products': ['prod_1']}");
    String other = shop.discount(NOTHING).getString("id");
    JsonObject path = path(id).put("discount_id", other);
    JsonObject resources = json("{'resources': [{'id': 'prod_1'}]}");
    String text =
        "Condition with id %s does not belong to Discount with id %s".formatted(id, other);

    for (String operation :
        List.of(
            "adminGetDiscountCondition",
            "adminUpdateDiscountCondition",
            "adminAddConditionResources",
            "adminRemoveConditionResources")) {
      assertThat(refused(operation, path, resources)).isEqualTo("400 invalid_data " + text);
      assertThat(refused(operation, path("discon_x"), resources))
          .isEqualTo("404 not_found DiscountCondition with id discon_x was not found");
      assertThat(refused(operation, path.copy().put("discount_id", "disc_x"), resources))
          .isEqualTo("404 not_found Discount with id disc_x was not found");
    }
    assertThat(refused("adminDeleteDiscountCondition", path, null))
        .isEqualTo("404 not_found " + text);
    assertThat(
            refused("adminDeleteDiscountCondition", path.copy().put("discount_id", "disc_x"), null))
        .isEqualTo("404 not_found Discount with id disc_x was not found");
  }

  @Test
  void ofParallelConditionsOfOneKindOneIsCreated() {
    List<Future<Reply>> attempts =
        IntStream.range(0, 8)
            .mapToObj(each ->
                shop.send(
                    "adminCreateDiscountCondition",
                    new JsonObject().put("discount_id", discountId),
                    NOTHING,
                    json("{'operator': 'in', 'products': ['prod_1']}")))
            .toList();

    List<Reply> answers = await(Future.join(attempts).map(all -> all.<Reply>list()));

    assertThat(answers).extracting(Reply::status).containsOnlyOnce(200).containsOnly(200, 422);
  }

  @Test
  void concurrentReplacementsLeaveOneOfTheSets() {
    String id = newCondition("{'operator': 'in', 'products': ['prod_1']}");
    List<Future<Reply>> attempts =
        IntStream.range(0, 12)
            .mapToObj(each ->
                shop.send(
                    "adminUpdateDiscountCondition",
                    path(id),
                    NOTHING,
                    json(
                        each % 2 == 0
                            ? "{'products': ['prod_1', 'prod_2']}"
                            : "{'products': ['prod_3']}")))
            .toList();

    List<Reply> answers = await(Future.join(attempts).map(all -> all.<Reply>list()));

    assertThat(answers).extracting(Reply::status).containsOnly(200);
    assertThat(await(shop.client.findConditionResources(context(), ConditionType.PRODUCTS, id)))
        .isIn(List.of("prod_1", "prod_2"), List.of("prod_3"));
  }

  @Test
  void anUpdateOfTheDiscountUpsertsItsConditions() {
    String in = newCondition("{'operator': 'in', 'products': ['prod_1']}");
    create("{'operator': 'not_in', 'products': ['prod_2']}");
    String notIn = conditions(get()).getJsonObject(1).getString("id");
    JsonObject rule =
        id(discount.getString("rule_id"))
            .put(
                "conditions",
                new JsonArray()
                    .add(json("{'operator': 'not_in', 'products': ['prod_3']}").put("id", in))
                    .add(
                        json("{'operator': 'in', 'products': ['prod_1', 'prod_2']}")
                            .put("id", notIn))
                    .add(json("{'operator': 'in', 'product_types': ['ptyp_1']}")));

    JsonObject updated =
        shop.ok("adminUpdateDiscount", id(discountId), EXPANDED, new JsonObject().put("rule", rule))
            .getJsonObject("discount");

    assertThat(conditions(updated).stream().map(each -> text((JsonObject) each)))
        .containsExactly(
            "products not_in [prod_3]",
            "products in [prod_1, prod_2]",
            "product_types in [ptyp_1]");
    assertThat(
            refused(
                "adminUpdateDiscount",
                id(discountId),
                new JsonObject()
                    .put(
                        "rule",
                        id(discount.getString("rule_id"))
                            .put(
                                "conditions",
                                new JsonArray()
                                    .add(json("{'operator': 'in', 'products': ['prod_3']}"))))))
        .startsWith("422 duplicate_error Discount Condition with operator 'in'");
  }

  @Test
  void resourcesDeletedByTheirOwnerAreHiddenAndRemovedByTheCleanup() {
    shop.has("products", "prod_gone");
    String id = newCondition("{'operator': 'in', 'products': ['prod_1', 'prod_gone']}");
    shop.remoteRows.get("products").remove("prod_gone");

    assertThat(products(get(EXPANDED))).containsExactly("prod_1");
    ReferenceCleanup cleanup =
        new ReferenceCleanup(
            shop.vertx, new RemoteReferences(shop.bus), shop.pool, Clock.systemUTC());
    await(cleanup.cleanUp());

    assertThat(await(shop.client.findConditionResources(context(), ConditionType.PRODUCTS, id)))
        .containsExactly("prod_1");
  }

  @Test
  void aDeletedGroupIsRemovedOnItsNotice() {
    shop.has("customer_groups", "cgrp_gone");
    String id = newCondition("{'operator': 'in', 'customer_groups': ['cgrp_1', 'cgrp_gone']}");
    shop.remoteRows.get("customer_groups").remove("cgrp_gone");
    shop.requests.clear();

    DeletedReferences.CUSTOMER_GROUP.publish(shop.vertx.eventBus(), List.of("cgrp_gone"));

    until(() ->
        await(shop.client.findConditionResources(context(), ConditionType.CUSTOMER_GROUPS, id))
            .equals(List.of("cgrp_1")));
    DeletedReferences.CUSTOMER_GROUP.publish(shop.vertx.eventBus(), List.of("cgrp_unused"));
    assertThat(shop.requests).containsExactly("findReferences customer_groups");
  }

  private static String text(JsonObject condition) {
    String type = condition.getString("type");
    return type
        + " "
        + condition.getString("operator")
        + " "
        + condition.getJsonArray(type).stream()
            .map(each -> ((JsonObject) each).getString("id"))
            .toList();
  }

  private JsonObject path(String conditionId) {
    return new JsonObject().put("discount_id", discountId).put("condition_id", conditionId);
  }

  private JsonObject create(String body) {
    return shop.ok(
            "adminCreateDiscountCondition",
            new JsonObject().put("discount_id", discountId),
            NOTHING,
            json(body))
        .getJsonObject("discount");
  }

  private String newCondition(String body) {
    return conditions(create(body)).getJsonObject(0).getString("id");
  }

  private String refusedCreation(String body) {
    return refused(
        "adminCreateDiscountCondition",
        new JsonObject().put("discount_id", discountId),
        json(body));
  }

  private static String refused(String operation, JsonObject path, JsonObject body) {
    return shop.refused(operation, path, NOTHING, body);
  }

  private JsonObject get() {
    return get(NOTHING);
  }

  private JsonObject get(JsonObject query) {
    return shop.ok("adminGetDiscount", id(discountId), query, null).getJsonObject("discount");
  }

  private JsonObject batch(String operation, String id, String... ids) {
    JsonArray resources = new JsonArray();
    for (String each : ids) {
      resources.add(id(each));
    }
    return shop.ok(operation, path(id), EXPANDED, new JsonObject().put("resources", resources))
        .getJsonObject("discount");
  }

  private static JsonArray conditions(JsonObject discount) {
    return discount.getJsonObject("rule").getJsonArray("conditions");
  }

  private static List<String> products(JsonObject discount) {
    return conditions(discount).getJsonObject(0).getJsonArray("products").stream()
        .map(product -> ((JsonObject) product).getString("id"))
        .toList();
  }
}
