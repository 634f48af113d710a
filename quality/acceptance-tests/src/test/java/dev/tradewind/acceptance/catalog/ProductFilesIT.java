package dev.tradewind.acceptance.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** CSV export and import of products over HTTP. */
class ProductFilesIT {

  private static Shop shop;
  private static CsvAdminClient office;

  private final String handle = "file-" + Ids.ulid().toLowerCase(Locale.ROOT);

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    office = new CsvAdminClient(shop.storefront(), new TestIdentities(shop).asUser());
  }

  private JsonObject product() {
    JsonArray found =
        office
            .send("GET", "/admin/products?handle=" + handle, null)
            .body()
            .getJsonArray("products");
    return found.isEmpty() ? null : found.getJsonObject(0);
  }

  @Test
  void aFileCreatesProductsWithTheirParts() {
    JsonObject job =
        office.imported(
            """
            Product Handle;Product Title;Product Status;Product Weight;Product Tags;Product Type;\
            Variant Title;Variant SKU;Variant Inventory Quantity;Option 1 Name;Option 1 Value;\
            Price EUR;Price USD;Image 1 Url;Image 2 Url
            %1$s;Kettle;published;1200;steel,kitchen;Kitchenware;Small;00123-%1$s;7;Size;S;10.5;12;\
            https://a/1.png;https://a/2.png
            %1$s;ignored;draft;;;;Large;"x;%1$s";;Size;L;0.1;;;
            """
                .formatted(handle));

    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
    JsonObject result = job.getJsonObject("result");
    assertThat(result.getInteger("count")).isEqualTo(3);
    assertThat(result.getInteger("advancement_count")).isEqualTo(3);
    assertThat(result.getJsonObject("operations").getInteger("VARIANT_CREATE")).isEqualTo(2);
    assertThat(result.getJsonArray("stat_descriptors").getJsonObject(0).getString("message"))
        .startsWith("There will be 1 products created (0  updated).");
    JsonObject product = product();
    assertThat(product.getString("title")).isEqualTo("Kettle");
    assertThat(product.getString("status")).isEqualTo("published");
    assertThat(product.getInteger("weight")).isEqualTo(1_200);
    assertThat(values(product.getJsonArray("tags"), "value"))
        .containsExactlyInAnyOrder("steel", "kitchen");
    assertThat(product.getJsonObject("type").getString("value")).isEqualTo("Kitchenware");
    assertThat(values(product.getJsonArray("images"), "url"))
        .containsExactly("https://a/1.png", "https://a/2.png");
    assertThat(product.getString("thumbnail")).isEqualTo("https://a/1.png");
    assertThat(product.getJsonArray("sales_channels")).hasSize(1);
    JsonObject small = product.getJsonArray("variants").getJsonObject(0);
    assertThat(small.getString("sku")).isEqualTo("00123-" + handle);
    assertThat(small.getInteger("inventory_quantity")).isEqualTo(7);
    assertThat(small.getJsonArray("options").getJsonObject(0).getString("value")).isEqualTo("S");
    assertThat(amounts(small)).containsExactlyInAnyOrder("eur 1050", "usd 1200");
    JsonObject large = product.getJsonArray("variants").getJsonObject(1);
    assertThat(large.getString("sku")).isEqualTo("x;" + handle);
    assertThat(amounts(large)).containsExactly("eur 10");
    assertThat(shop.events("commerce.catalog.v1", product.getString("id"), 2))
        .extracting(event -> event.header("ce_type"))
        .containsExactly("product.created");
  }

  private static List<String> values(JsonArray objects, String member) {
    return objects.stream().map(each -> ((JsonObject) each).getString(member)).toList();
  }

  private static List<String> amounts(JsonObject variant) {
    return variant.getJsonArray("prices").stream()
        .map(JsonObject.class::cast)
        .map(price -> price.getString("currency_code") + " " + price.getInteger("amount"))
        .toList();
  }

  @Test
  void anExportImportedAgainChangesNothing() {
    office.imported(
        """
        Product Handle,Product Title,Product Description,Product External Id,Variant Title,\
        Variant Barcode,Option 1 Name,Option 1 Value,Option 2 Name,Option 2 Value,Price EUR,\
        Price JPY,Price Europe [EUR]
        %1$s,"=SUM(A1)","Two
        lines, ""quoted""; and more",''-5,+Red,00042%1$s,Colour,@red,Size,'+M,19.99,1234,0
        """
            .formatted(handle)
            .replace("Europe", shop.storefront().region("eur").getString("name")));
    JsonObject context =
        new JsonObject().put("filterable_fields", new JsonObject().put("handle", handle));
    String first = office.exported(context);
    assertThat(first.lines().findFirst().orElseThrow())
        .startsWith("Product Id;Product Handle;Product Title;")
        .contains(";Price EUR;Price JPY;Price ", ";Option 2 Name;Option 2 Value;")
        .endsWith(";Sales Channel 1 Id;Sales Channel 1 Name;Sales Channel 1 Description");
    assertThat(first)
        .contains(";'=SUM(A1);", ";''-5;", ";'+Red;", "\"\"quoted\"\"", ";19.99;1234;0;")
        .endsWith("\r\n");

    JsonObject again = office.imported(first);

    assertThat(again.getString("status")).as("%s", again).isEqualTo("completed");
    assertThat(again.getJsonObject("result").getJsonObject("operations"))
        .isEqualTo(
            new JsonObject()
                .put("PRODUCT_CREATE", 0)
                .put("PRODUCT_UPDATE", 1)
                .put("VARIANT_CREATE", 0)
                .put("VARIANT_UPDATE", 1));
    assertThat(office.exported(context)).isEqualTo(first);
    JsonObject product = product();
    assertThat(product.getString("title")).isEqualTo("=SUM(A1)");
    assertThat(product.getString("external_id")).isEqualTo("'-5");
    assertThat(product.getString("description")).isEqualTo("Two\nlines, \"quoted\"; and more");
  }

  @Test
  void aFileOfAnotherShopKeepsItsIds() {
    String id = "prod_" + Ids.ulid();
    JsonObject job =
        office.imported(
            """
            Product Id;Product Handle;Product Title;Variant Id;Variant Title
            %s;%s;Cup;variant_%s;White
            """
                .formatted(id, handle, Ids.ulid()));

    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
    assertThat(product().getString("id")).isEqualTo(id);
  }

  @Test
  void anInvalidFileIsRefusedWithEveryErrorByLineAndColumn() {
    office.imported("Product Handle;Product Title;Variant Title\n%s;Cup;A\n".formatted(handle));

    JsonObject job =
        office.imported(
            """
            Product Handle;Product Title;Product Weight;Product Status;Product Collection Handle;\
            Variant Title;Variant SKU;Price EUR;Price Atlantis [EUR]
            new-%1$s;Cup;heavy;gone;nowhere;A;sku-%1$s;1,50;
            %1$s;Cup;1;;;B;;;
            other-%1$s;;1;;;B;sku-%1$s;;2
            ;Cup;1;;;B;;;
            """
                .formatted(handle));

    assertThat(job.getString("status")).isEqualTo("failed");
    assertThat(job.getJsonObject("result").getJsonArray("errors").getList())
        .map(Object::toString)
        .contains(
            "Line 2, column Product Weight: must be a whole number",
            "Line 2, column Product Status: must be one of draft, proposed, published, rejected",
            "Line 2, column Price EUR: must be an amount such as 10.50",
            "Line 2, column Product Collection Handle: there is no collection nowhere",
            "Line 3, column Product Handle: Product with handle " + handle + " already exists.",
            "Line 4, column Product Title: must not be empty",
            "Line 4, column Variant SKU: sku-" + handle + " is in line 2 already",
            "Line 4, column Price Atlantis [EUR]: Trying to set a price for a region Atlantis that"
                + " doesn't exist",
            "Line 5, column Product Handle: must not be empty");
    assertThat(
            office
                .send("GET", "/admin/products?handle=new-" + handle, null)
                .body()
                .getInteger("count"))
        .isZero();
  }

  @Test
  void aVariantWithTheOptionsOfAnotherFailsTheValidation() {
    String header =
        "Product Id;Product Handle;Product Title;Variant Title;Option 1 Name;Option 1 Value\n";
    office.imported(header + ";%s;Cup;A;Size;S\n".formatted(handle));
    String line = "%s;%s;Mug;B;Size;".formatted(product().getString("id"), handle);

    JsonObject job = office.imported(header + line + "M\n" + line + "S\n" + line + "M\n");

    assertThat(job.getString("status")).isEqualTo("failed");
    assertThat(job.getJsonObject("result").getJsonArray("errors").getList())
        .isEqualTo(
            List.of(
                "Line 3, column Option Value: another variant of the product has the same options",
                "Line 4, column Option Value: line 2 has the same options"));
    assertThat(product().getString("title")).isEqualTo("Cup");
  }

  @Test
  void anExportHasOnlyTheSelectedFieldsAndRelations() {
    office.imported(
        """
        Product Handle,Product Title,Product Subtitle,Variant Title,Option 1 Name,Option 1 Value,\
        Price EUR
        %1$s,Cup,For tea,Red,Colour,Red,5
        %1$s,Cup,For tea,Blue,Colour,Blue,6
        """
            .formatted(handle));
    JsonObject context =
        new JsonObject().put("filterable_fields", new JsonObject().put("handle", handle));

    String some = office.exported(context.copy().put("fields", "title").put("expand", "variants"));
    String priced =
        office.exported(context.copy().put("fields", "").put("expand", "variants.prices"));
    String plain = office.exported(context.copy().put("fields", "title").put("expand", ""));

    assertThat(some.lines().findFirst().orElseThrow())
        .isEqualTo(
            "Product Id;Product Title;Variant Id;Variant Title;Variant SKU;Variant Barcode;"
                + "Variant Inventory Quantity;Variant Allow Backorder;Variant Manage Inventory;"
                + "Variant Weight;Variant Length;Variant Width;Variant Height;Variant HS Code;"
                + "Variant Origin Country;Variant MID Code;Variant Material");
    assertThat(some).hasLineCount(3).contains(";Cup;").contains(";Red;").contains(";Blue;");
    assertThat(priced.lines().findFirst().orElseThrow())
        .startsWith("Product Id;Variant Id;")
        .endsWith(";Variant Material;Price EUR");
    assertThat(plain.lines())
        .containsExactly("Product Id;Product Title", product().getString("id") + ";Cup");
    for (String unknown : List.of("fields", "expand")) {
      Answer refused =
          office.send(
              "POST",
              "/admin/batch-jobs",
              new JsonObject()
                  .put("type", "product-export")
                  .put("context", new JsonObject().put(unknown, "title,nope")));
      assertThat(refused.status()).as(refused.text()).isEqualTo(400);
      assertThat(refused.body().getString("message")).contains("nope").contains("are not valid");
    }
  }

  @Test
  void anExportSkipsTakesAndOrdersAsConfigured() {
    office.imported(
        """
        Product Handle,Product Title,Variant Title
        %1$s-a,A,V%1$s
        %1$s-b,B,V%1$s
        %1$s-c,C,V%1$s
        """
            .formatted(handle));
    JsonObject context =
        new JsonObject()
            .put("filterable_fields", new JsonObject().put("q", "V" + handle))
            .put("fields", "handle")
            .put("expand", "")
            .put("order", "-handle")
            .put("limit", 1);

    assertThat(handles(context)).containsExactly(handle + "-c", handle + "-b", handle + "-a");
    assertThat(handles(context.copy().put("offset", 1)))
        .containsExactly(handle + "-b", handle + "-a");
    assertThat(handles(context.copy().put("order", "handle").put("batch_size", 2)))
        .containsExactly(handle + "-a", handle + "-b");
  }

  private List<String> handles(JsonObject context) {
    return office
        .exported(context)
        .lines()
        .skip(1)
        .map(line -> line.replaceFirst(".*;", ""))
        .toList();
  }

  @Test
  void anEmptyImportIsDone() {
    for (String empty : List.of("", "Product Handle;Product Title;Variant Title\n")) {
      JsonObject job = office.imported(empty);

      assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
      assertThat(job.getJsonObject("result").getDouble("progress")).isEqualTo(1);
      assertThat(job.getJsonObject("result").getInteger("count")).isZero();
    }
  }

  @Test
  void aDryRunShowsItsOperationsAndWaitsForAConfirmation() {
    JsonObject context =
        new JsonObject()
            .put(
                "fileKey",
                office.upload(
                    "Product Handle;Product Title;Variant Title\n%s;Cup;A\n".formatted(handle)));
    JsonObject created = office.create("product-import", context, true);
    String id = created.getString("id");
    assertThat(created.getString("status")).isEqualTo("created");

    JsonObject waiting = office.await(id, "pre_processed");
    assertThat(waiting.getString("status")).as("%s", waiting).isEqualTo("pre_processed");
    assertThat(waiting.getJsonObject("result").getInteger("count")).isEqualTo(2);
    assertThat(waiting.getValue("confirmed_at")).isNull();
    assertThat(product()).isNull();

    assertThat(office.send("POST", "/admin/batch-jobs/" + id + "/confirm", null).status())
        .isEqualTo(200);
    JsonObject done = office.completed(id);
    assertThat(done.getBoolean("dry_run")).isTrue();
    assertThat(product().getString("title")).isEqualTo("Cup");
    assertThat(shop.events("commerce.batch-job.v1", id, 20))
        .extracting(event -> event.header("ce_type"))
        .containsSubsequence(
            "batch.created",
            "batch.updated",
            "batch.pre_processed",
            "batch.confirmed",
            "batch.processing",
            "batch.updated",
            "batch.completed");
    Answer second = office.send("POST", "/admin/batch-jobs/" + id + "/confirm", null);
    assertThat(second.status()).isEqualTo(400);
    assertThat(second.body().getString("message"))
        .isEqualTo("Cannot confirm processing for a batch job that is not pre processed");
    assertThat(office.send("POST", "/admin/batch-jobs/" + id + "/cancel", null).text())
        .contains("Cannot cancel completed batch job");
  }
}
