package dev.tradewind.acceptance.catalog;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.json;
import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriceListsIT {

  private static Shop shop;
  private static StaffClient staff;
  private static Storefront storefront;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
    staff = new StaffClient(shop);
  }

  @Test
  void concurrentAdditionsOfOnePriceLeaveOneRow() {
    JsonObject variant = shop.newVariant(1_000, 5);
    String list = newList("active", "");
    List<CompletableFuture<Answer>> sent = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      JsonObject body =
          json(
              "{'prices': [{'variant_id': '%s', 'currency_code': 'eur', 'amount': %d}]}",
              variant.getString("id"), 500 + i);
      sent.add(
          storefront.postLater(
              "/admin/price-lists/" + list + "/prices/batch", body, staff.credentials()));
    }

    assertThat(sent).allSatisfy(answer -> assertThat(answer.join().status()).isEqualTo(200));
    assertThat(prices(list)).hasSize(1);
  }

  @Test
  void concurrentOverridesLeaveThePricesOfOneOfThem() {
    String one = shop.newVariant(1_000, 5).getString("id");
    String other = shop.newVariant(1_000, 5).getString("id");
    String list = newList("active", "");
    List<CompletableFuture<Answer>> sent = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      String variant = i % 2 == 0 ? one : other;
      JsonObject body =
          json(
              "{'override': true, 'prices': ["
                  + "{'variant_id': '%1$s', 'currency_code': 'eur', 'amount': 1},"
                  + "{'variant_id': '%1$s', 'currency_code': 'usd', 'amount': 1}]}",
              variant);
      sent.add(
          storefront.postLater(
              "/admin/price-lists/" + list + "/prices/batch", body, staff.credentials()));
    }

    assertThat(sent).allSatisfy(answer -> assertThat(answer.join().status()).isEqualTo(200));
    assertThat(prices(list)).hasSize(2);
    assertThat(prices(list).stream().map(price -> price.getString("variant_id")).distinct())
        .hasSize(1);
  }

  @Test
  void aSwitchOfAListIsSeenByTheNextRead() {
    JsonObject variant = shop.newVariant(1_000, 5);
    String list = newList("draft", price(variant, 700));
    assertThat(calculated(variant)).isEqualTo(1_000);

    for (int i = 0; i < 3; i++) {
      staff.post("/admin/price-lists/" + list, "{'status': 'active'}");
      assertThat(calculated(variant)).isEqualTo(700);
      assertThat(cartPrice(variant)).isEqualTo(700);
      staff.post("/admin/price-lists/" + list, "{'status': 'draft'}");
      assertThat(calculated(variant)).isEqualTo(1_000);
      assertThat(cartPrice(variant)).isEqualTo(1_000);
    }
    staff.post("/admin/price-lists/" + list, "{'status': 'active'}");
    staff.delete("/admin/price-lists/" + list);
    assertThat(calculated(variant)).isEqualTo(1_000);
    assertThat(staff.delete("/admin/price-lists/" + list).getBoolean("deleted")).isTrue();
    assertRefused(
        staff.tryGet("/admin/price-lists/" + list),
        404,
        "not_found",
        "Price list with id: " + list + " was not found");
  }

  @Test
  void anUpdateChangesTheGivenFieldsAndReplacesTheGroups() {
    JsonObject variant = shop.newVariant(1_000, 5);
    String group = newGroup();
    String list =
        staff
            .post(
                "/admin/price-lists",
                "{'name': 'N', 'description': 'D', 'type': 'sale', 'status': 'active',"
                    + " 'starts_at': '2024-01-01T00:00:00Z', 'ends_at': '2094-01-01T00:00:00Z',"
                    + " 'customer_groups': [{'id': '%s'}], 'prices': [%s]}",
                group,
                price(variant, 600))
            .getJsonObject("price_list")
            .getString("id");
    assertThat(calculated(variant)).isEqualTo(1_000);

    JsonObject price = prices(list).getFirst();
    assertThat(price.getJsonObject("variant").getString("id")).isEqualTo(variant.getString("id"));
    JsonObject updated =
        staff
            .post(
                "/admin/price-lists/" + list,
                "{'ends_at': null, 'customer_groups': [], 'prices': [{'id': '%s',"
                    + " 'variant_id': '%s', 'amount': 650}]}",
                price.getString("id"),
                variant.getString("id"))
            .getJsonObject("price_list");
    assertThat(updated.getString("name")).isEqualTo("N");
    assertThat(updated.getString("starts_at")).isEqualTo("2024-01-01T00:00:00.000Z");
    assertThat(updated.getValue("ends_at")).isNull();
    assertThat(updated.getJsonArray("customer_groups")).isEmpty();
    assertThat(prices(list)).hasSize(1);
    assertThat(calculated(variant)).isEqualTo(650);
    assertThat(
            staff
                .get("/admin/price-lists?expand=customer_groups,prices&id=" + list)
                .getJsonArray("price_lists")
                .getJsonObject(0)
                .getJsonArray("prices"))
        .hasSize(1);
  }

  @Test
  void aListThatLosesItsLastGroupBecomesADraft() {
    JsonObject variant = shop.newVariant(1_000, 5);
    String group = newGroup();
    String list = newList("active", price(variant, 600));
    staff.post("/admin/price-lists/" + list, "{'customer_groups': [{'id': '%s'}]}", group);
    assertThat(
            staff.get("/admin/price-lists?customer_groups[]=" + group).getJsonArray("price_lists"))
        .hasSize(1);

    staff.delete("/admin/customer-groups/" + group);

    until(() -> "draft".equals(list(list).getString("status")));
    assertThat(list(list).getJsonArray("customer_groups")).isEmpty();
    assertThat(calculated(variant)).isEqualTo(1_000);
  }

  @Test
  void aSearchFindsNamesDescriptionsAndGroups() {
    String word = Ids.ulid();
    String group =
        staff
            .post("/admin/customer-groups", "{'name': 'Of %s'}", word)
            .getJsonObject("customer_group")
            .getString("id");
    String list = newList("draft", "");
    staff.post("/admin/price-lists/" + list, "{'customer_groups': [{'id': '%s'}]}", group);
    String named = newList("draft", "");
    staff.post("/admin/price-lists/" + named, "{'description': 'About %s.'}", word);

    JsonObject found = staff.get("/admin/price-lists?q=" + word);
    assertThat(found.getInteger("count")).isEqualTo(2);
    assertThat(staff.get("/admin/price-lists?q=" + word + "&status=active").getInteger("count"))
        .isZero();
  }

  @Test
  void pricesAreDeletedByIdVariantAndProduct() {
    JsonObject one = shop.newVariant(1_000, 5);
    JsonObject other = shop.newVariant(1_000, 5);
    String list = newList("active", price(one, 1) + ", " + price(other, 2));
    String prices = "/admin/price-lists/" + list;

    JsonObject products = staff.get(prices + "/products?order=created_at");
    assertThat(products.getInteger("count")).isEqualTo(2);
    JsonObject shown =
        products
            .getJsonArray("products")
            .getJsonObject(0)
            .getJsonArray("variants")
            .getJsonObject(0);
    assertThat(shown.getJsonArray("prices")).hasSize(3);
    assertThat(
            shown
                .getJsonArray("prices")
                .getJsonObject(0)
                .getJsonObject("price_list")
                .getString("id"))
        .isEqualTo(list);

    String first = prices(list).getFirst().getString("id");
    JsonObject body = new JsonObject().put("price_ids", new JsonArray().add(first).add("ma_none"));
    Answer deleted =
        storefront.send("DELETE", prices + "/prices/batch", body.encode(), staff.credentials());
    assertThat(deleted.body().getJsonArray("ids")).containsExactly(first, "ma_none");
    assertThat(prices(list)).hasSize(1);
    assertThat(
            staff
                    .delete(prices + "/variants/" + one.getString("id") + "/prices")
                    .getJsonArray("ids")
                    .size()
                + staff
                    .delete(prices + "/products/" + other.getString("product_id") + "/prices")
                    .getJsonArray("ids")
                    .size())
        .isEqualTo(1);
    assertThat(staff.delete("/admin/price-lists/pl_no/products/prod_no/prices").getJsonArray("ids"))
        .isEmpty();
    assertThat(staff.get("/admin/price-lists/pl_no/products").getInteger("count")).isZero();
  }

  @ParameterizedTest(name = "{0} is refused with {1} {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "'currency_code': 'eur', 'variant_id': 'none'|404|not_found"
            + "|Variant with id: none was not found",
        "'currency_code': 'EUR', 'variant_id': 'V'|404|not_found"
            + "|Currency with currency_code EUR does not exist.",
        "'region_id': 'none', 'variant_id': 'V'|404|not_found|Region with none was not found",
        "'variant_id': 'V'|400|invalid_data"
            + "|Failed XOR relation between \"region_id\" and \"currency_code\".",
        "'currency_code': 'eur', 'min_quantity': 3, 'max_quantity': 2, 'variant_id': 'V'|400"
            + "|invalid_data|min_quantity must not be greater than max_quantity",
      })
  void anInvalidPriceIsRefused(String price, int status, String type, String message) {
    String variant = shop.newVariant(1_000, 5).getString("id");
    String given = "{'amount': 1, " + price.replace("'V'", "'" + variant + "'") + "}";
    String name = Ids.ulid();

    assertRefused(
        staff.tryPost(
            "/admin/price-lists",
            "{'name': '%s', 'description': 'D', 'type': 'sale', 'prices': [%s]}",
            name,
            given),
        status,
        type,
        message);
    assertThat(staff.get("/admin/price-lists?name=" + name).getInteger("count")).isZero();
  }

  @Test
  void aListThatEndsBeforeItStartsIsRefused() {
    String list = newList("draft", "");
    String message = "\"ends_at\" must be greater than \"starts_at\"";
    assertRefused(
        staff.tryPost(
            "/admin/price-lists",
            "{'name': 'N', 'description': 'D', 'type': 'sale', 'prices': [],"
                + " 'starts_at': '2024-01-02', 'ends_at': '2024-01-01'}"),
        400,
        "invalid_data",
        message);
    staff.post("/admin/price-lists/" + list, "{'starts_at': '2024-01-02'}");
    assertRefused(
        staff.tryPost("/admin/price-lists/" + list, "{'ends_at': '2024-01-01'}"),
        400,
        "invalid_data",
        message);
    assertRefused(
        staff.tryPost("/admin/price-lists/" + list, "{'customer_groups': [{'id': 'cgrp_no'}]}"),
        404,
        "not_found",
        "CustomerGroup with id cgrp_no was not found");
    assertRefused(
        staff.tryPost(
            "/admin/price-lists/" + list,
            "{'prices': [{'id': 'ma_no', 'variant_id': '%s', 'amount': 1}]}",
            shop.newVariant(1, 1).getString("id")),
        404,
        "not_found",
        "Money amount with id: ma_no was not found");
  }

  private static String price(JsonObject variant, int amount) {
    return "{'variant_id': '%s', 'currency_code': 'eur', 'amount': %d}"
        .formatted(variant.getString("id"), amount);
  }

  private static String newList(String status, String prices) {
    return staff
        .post(
            "/admin/price-lists",
            "{'name': 'List', 'description': 'A list', 'type': 'sale', 'status': '%s',"
                + " 'prices': [%s]}",
            status,
            prices)
        .getJsonObject("price_list")
        .getString("id");
  }

  private static String newGroup() {
    return staff
        .post("/admin/customer-groups", "{'name': '%s'}", Ids.ulid())
        .getJsonObject("customer_group")
        .getString("id");
  }

  private static JsonObject list(String id) {
    return staff.get("/admin/price-lists/" + id).getJsonObject("price_list");
  }

  private static List<JsonObject> prices(String list) {
    return JsonArrays.objects(list(list).getJsonArray("prices"));
  }

  private static int calculated(JsonObject variant) {
    String region = storefront.region("eur").getString("id");
    return storefront
        .get("/store/products?region_id=" + region + "&id=" + variant.getString("product_id"))
        .body()
        .getJsonArray("products")
        .getJsonObject(0)
        .getJsonArray("variants")
        .getJsonObject(0)
        .getInteger("calculated_price");
  }

  private static int cartPrice(JsonObject variant) {
    String region = storefront.region("eur").getString("id");
    return storefront
        .createCart(region, variant.getString("id"), 1)
        .getJsonArray("items")
        .getJsonObject(0)
        .getInteger("unit_price");
  }
}
