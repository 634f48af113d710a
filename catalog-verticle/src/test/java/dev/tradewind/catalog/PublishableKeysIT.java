package dev.tradewind.catalog;

import static dev.tradewind.catalog.AdminApi.NOTHING;
import static dev.tradewind.catalog.AdminApi.assertRefused;
import static dev.tradewind.catalog.AdminApi.json;
import static dev.tradewind.catalog.AdminApi.path;
import static dev.tradewind.catalog.AdminApi.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PublishableKeysIT {

  private static TestCatalog catalog;
  private static AdminApi staff;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    staff = new AdminApi(catalog);
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @Test
  void aKeyLimitsProductsToItsChannelsAlsoWhenItIsRevoked() {
    String product = catalog.id("SELECT id FROM product WHERE status = 'published' LIMIT 1");
    String variant =
        catalog.id("SELECT id FROM product_variant WHERE product_id = $1 LIMIT 1", product);
    String channel = newChannel();
    String empty = newChannel();
    staff.ok(
        "adminAddProductsToSalesChannel",
        path(channel),
        json("{'product_ids': [{'id': '%s'}]}", product));
    String key = newKey();
    int everything = found(key);
    assertThat(everything).isGreaterThan(1);

    channels(key, "Add", channel);
    assertThat(found(key)).isEqualTo(1);
    JsonObject page = shopper(key, "storeListProducts", NOTHING, NOTHING).body().toJsonObject();
    assertThat(
            texts(
                page.getJsonArray("products").getJsonObject(0).getJsonArray("sales_channels"),
                "id"))
        .contains(channel);
    assertThat(shopper(key, "storeGetVariant", path(variant), NOTHING).status()).isEqualTo(200);
    channels(key, "Add", empty);
    channels(key, "Remove", channel);
    Reply outside = shopper(key, "storeGetProduct", path(product), NOTHING);
    assertThat(outside.status()).isEqualTo(400);
    assertThat(outside.body().toJsonObject().getJsonArray("errors").getString(0))
        .startsWith("Product with id: " + product + " is not associated");
    assertThat(shopper(key, "storeGetVariant", path(variant), NOTHING).status()).isEqualTo(400);
    Reply both =
        shopper(key, "storeGetProduct", path(product), json("{'sales_channel_id': '%s'}", channel));
    assertThat(both.body().toJsonObject().getJsonArray("errors")).hasSize(2);
    assertThat(shopper(key, "storeGetProduct", path("prod_no"), NOTHING).status()).isEqualTo(404);

    channels(key, "Add", channel);
    JsonObject revoked =
        staff
            .ok("adminRevokePublishableApiKey", path(key), null)
            .getJsonObject("publishable_api_key");
    assertThat(revoked.getString("revoked_by")).isEqualTo("usr_1");
    assertThat(revoked.getString("revoked_at")).isNotNull();
    assertThat(found(key)).as("as before").isEqualTo(1).isLessThan(everything);
    assertRefused(
        staff.send("adminRevokePublishableApiKey", path(key), null),
        400,
        "not_allowed",
        "PublishableApiKey has already been revoked.");
  }

  @Test
  void keysAreListedRenamedAndDeleted() {
    String key = newKey();
    staff.ok("adminUpdatePublishableApiKey", path(key), json("{'title': 'Web %s'}", key));

    assertThat(
            staff.page("adminListPublishableApiKeys", "{'q': '" + key + "'}").getInteger("count"))
        .isEqualTo(1);
    assertThat(key).startsWith("pk_");
    assertThat(
            staff
                .ok("adminListPublishableApiKeySalesChannels", path("pk_no"), null)
                .getJsonArray("sales_channels"))
        .isEmpty();
    assertRefused(
        staff.send(
            "adminAddSalesChannelsToPublishableApiKey",
            path(key),
            json("{'sales_channel_ids': [{'id': 'sc_no'}]}")),
        404,
        "not_found",
        "Sales channel with id: sc_no was not found");
    staff.ok("adminDeletePublishableApiKey", path(key), null);
    String message = "Publishable key with id: " + key + " was not found";
    assertRefused(
        staff.send("adminDeletePublishableApiKey", path(key), null), 404, "not_found", message);
    assertRefused(
        staff.send("adminRevokePublishableApiKey", path(key), null), 404, "not_found", message);
    assertThat(staff.events(key)).hasSize(1);
  }

  private static int found(String key) {
    return shopper(key, "storeListProducts", NOTHING, NOTHING)
        .body()
        .toJsonObject()
        .getInteger("count");
  }

  private static Reply shopper(String key, String operation, JsonObject path, JsonObject query) {
    return catalog.withKey(key, operation, path, query);
  }

  private static void channels(String key, String change, String channel) {
    String operation =
        change.equals("Add")
            ? "adminAddSalesChannelsToPublishableApiKey"
            : "adminRemoveSalesChannelsFromPublishableApiKey";
    staff.ok(operation, path(key), json("{'sales_channel_ids': [{'id': '%s'}]}", channel));
  }

  private static String newChannel() {
    return staff
        .ok("adminCreateSalesChannel", NOTHING, json("{'name': 'Channel'}"))
        .getJsonObject("sales_channel")
        .getString("id");
  }

  private static String newKey() {
    return staff
        .ok("adminCreatePublishableApiKey", NOTHING, json("{'title': 'Key'}"))
        .getJsonObject("publishable_api_key")
        .getString("id");
  }
}
