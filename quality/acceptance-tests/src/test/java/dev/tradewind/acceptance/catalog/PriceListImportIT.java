package dev.tradewind.acceptance.catalog;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Import of the prices of a price list, and export of orders. */
class PriceListImportIT {

  private static Shop shop;
  private static StaffClient staff;
  private static CsvAdminClient files;

  @BeforeAll
  static void open() {
    // Its product of 20,000 variants would be in the lists of other tests.
    shop = Shop.separate();
    staff = new StaffClient(shop);
    files = new CsvAdminClient(shop.storefront(), staff.credentials());
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void fortyThousandPricesReplaceThoseOfTheList() {
    String prefix = Ids.ulid();
    shop.newVariants(prefix, 20_000);
    JsonObject old = shop.newVariant(1_000, 1);
    String list = newList("{'variant_id': '%s', 'currency_code': 'eur', 'amount': 7}", old);
    StringBuilder file = new StringBuilder("SKU;Price EUR;Price USD\n");
    for (int i = 1; i <= 20_000; i++) {
      file.append(prefix).append(i).append(";10.50;12\n");
    }

    JsonObject job = imported(list, file.toString());

    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
    JsonObject result = job.getJsonObject("result");
    assertThat(result.getInteger("count")).isEqualTo(20_000);
    assertThat(result.getInteger("advancement_count")).isEqualTo(20_000);
    assertThat(result.getJsonArray("stat_descriptors").getJsonObject(0).getString("message"))
        .isEqualTo("20000 prices will be added");
    assertThat(shop.pricesOf(list)).isEqualTo("40000 " + 20_000L * (1_050 + 1_200));
  }

  @Test
  void variantsAreNamedByIdOrSkuAndRegionsByName() {
    String prefix = Ids.ulid();
    shop.newVariants(prefix, 2);
    String region = shop.storefront().region("eur").getString("name");
    String list = newList("", new JsonObject());

    JsonObject job =
        imported(
            list,
            "Product Variant ID,SKU,Price EUR,Price %s [EUR]\n".formatted(region)
                + "variant_%s1,,15,\n,%s2,,13.5\n".formatted(prefix, prefix));

    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
    assertThat(shop.pricesOf(list)).isEqualTo("2 2850");
  }

  @ParameterizedTest(name = "{0} is refused: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "SKU;Price EUR\\nnone;1\\n|Line 2, column SKU: Variants with skus: none not found",
        "Product Variant ID;Price EUR\\nno;1\\n"
            + "|Line 2, column Product Variant ID: Variants with ids: no not found",
        "SKU;Price EUR\\n;1\\n|Line 2, column SKU: SKU or ID is required",
        "SKU;Price EUR\\nX1;a lot\\n|Line 2, column Price EUR: must be an amount such as 10.50",
        "SKU;Price EUR\\nX1;1.299\\n|Line 2, column Price EUR: must be an amount with at most 2 digits"
            + " after the point, without separators",
        "''|The csv file parsing failed due to: The file is empty",
        "SKU;Price EUR\\n|The csv file parsing failed due to: The file has no price",
        "SKU;Price EUR\\nX1;\\n|The csv file parsing failed due to: The file has no price",
        "SKU\\nX1\\n|The csv file parsing failed due to: A column of prices, such as Price EUR, is"
            + " missing",
        "SKU;Colour\\nX1;red\\n|The csv file parsing failed due to: Unable to treat column Colour"
            + " from the csv file. No target column found in the provided schema (line 1, column 2)",
      })
  void aFaultyFileChangesNothing(String content, String error) {
    String prefix = Ids.ulid();
    shop.newVariants(prefix, 1);
    JsonObject old = shop.newVariant(1_000, 1);
    String list = newList("{'variant_id': '%s', 'currency_code': 'eur', 'amount': 7}", old);

    JsonObject job = imported(list, content.replace("\\n", "\n").replace("X1", prefix + "1"));

    assertThat(job.getString("status")).isEqualTo("failed");
    assertThat(job.getJsonObject("result").getJsonArray("errors")).contains(error);
    assertThat(shop.pricesOf(list)).isEqualTo("1 7");
  }

  @Test
  void aJobWithoutAnExistingListIsRefused() {
    assertRefused(
        staff.tryPost("/admin/batch-jobs", "{'type': 'price-list-import', 'context': {}}"),
        400,
        "invalid_data",
        "Price list id is required");
    assertRefused(
        staff.tryPost(
            "/admin/batch-jobs",
            "{'type': 'price-list-import', 'context': {'price_list_id': 'pl_no'}}"),
        404,
        "not_found",
        "Price list with id: pl_no was not found");
  }

  @Test
  void ordersAreExportedWithTheColumnsOfTheReference() {
    String variant = shop.newVariant(500, 9).getString("id");
    JsonObject order =
        shop.storefront()
            .post("/store/carts/" + shop.readyCart(variant, 2) + "/complete", null)
            .body()
            .getJsonObject("data");
    JsonObject context =
        new JsonObject()
            .put("filterable_fields", new JsonObject().put("id", order.getString("id")));

    JsonObject job = files.completed(files.create("order-export", context, false).getString("id"));

    String[] lines =
        files.download(job.getJsonObject("result").getString("file_key")).split("\r\n");
    assertThat(lines).hasSize(2);
    assertThat(lines[0])
        .isEqualTo(
            "Order_ID;Display_ID;Order status;Date;Customer First name;Customer Last name;"
                + "Customer Email;Customer ID;Shipping Address 1;Shipping Address 2;"
                + "Shipping Country Code;Shipping City;Shipping Postal Code;Shipping Region ID;"
                + "Fulfillment Status;Payment Status;Subtotal;Shipping Total;Discount Total;"
                + "Gift Card Total;Refunded Total;Tax Total;Total;Currency Code;"
                + "Sales channel name;Sales channel description");
    String[] cells = lines[1].split(";", -1);
    assertThat(cells).hasSize(26);
    assertThat(cells[0]).isEqualTo(order.getString("id"));
    assertThat(cells[3]).endsWith(" GMT\"").startsWith("\"");
    assertThat(cells[10]).isEqualTo("de");
    assertThat(cells[16]).isEqualTo("1000");
    assertThat(cells[23]).isEqualTo("eur");
    assertThat(cells[24]).isEqualTo("Default Sales Channel");
  }

  private static JsonObject imported(String list, String content) {
    JsonObject context =
        new JsonObject().put("fileKey", files.upload(content)).put("price_list_id", list);
    return files.await(
        files.create("price-list-import", context, false).getString("id"), "completed");
  }

  private static String newList(String price, JsonObject variant) {
    return staff
        .post(
            "/admin/price-lists",
            "{'name': 'List', 'description': 'D', 'type': 'sale', 'status': 'active',"
                + " 'prices': [%s]}",
            price.formatted(variant.getString("id")))
        .getJsonObject("price_list")
        .getString("id");
  }
}
