package dev.tradewind.acceptance.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Limits of the cells of a product file: those of the API, by which staff edit what it wrote. */
class ImportLimitsIT {

  private static final Pattern LIMIT =
      Pattern.compile("must be shorter than or equal to (\\d+) characters");

  private static final int BEYOND_ALL = 20_000;

  /** Fields of a request by the column of the file that has the same text. */
  private static final Map<String, BiConsumer<JsonObject, String>> TEXTS = texts();

  /** Columns without a text of their own length: keys of other rows, numbers, flags, prices. */
  private static final Pattern OTHERS =
      Pattern.compile(
          "(Product|Variant) (Id|Weight|Length|Width|Height|Discountable)|Product Status"
              + "|Product (Collection|Profile) .*|Product External Id"
              + "|Variant (Inventory Quantity|Allow Backorder|Manage Inventory)|Price .*"
              + "|Sales Channel \\d+ .*|Product Category \\d+ .*");

  private static Shop shop;
  private static StaffClient staff;
  private static CsvAdminClient files;

  private static Map<String, BiConsumer<JsonObject, String>> texts() {
    Map<String, BiConsumer<JsonObject, String>> texts = new LinkedHashMap<>();
    for (String field :
        List.of("handle", "title", "subtitle", "description", "thumbnail", "material")) {
      texts.put("Product " + capital(field), (product, text) -> product.put(field, text));
    }
    texts.put("Product HS Code", (product, text) -> product.put("hs_code", text));
    texts.put("Product Origin Country", (product, text) -> product.put("origin_country", text));
    texts.put("Product MID Code", (product, text) -> product.put("mid_code", text));
    texts.put(
        "Product Type",
        (product, text) -> product.put("type", new JsonObject().put("value", text)));
    texts.put(
        "Product Tags",
        (product, text) ->
            product.put("tags", new JsonArray().add(new JsonObject().put("value", text))));
    texts.put("Image 1 Url", (product, text) -> product.put("images", new JsonArray().add(text)));
    texts.put("Option 1 Name", (product, text) -> options(product).put("title", text));
    texts.put("Option 1 Value", (product, text) -> value(product).put("value", text));
    texts.put("Variant Title", (product, text) -> variant(product).put("title", text));
    texts.put("Variant SKU", (product, text) -> variant(product).put("sku", text));
    texts.put("Variant Barcode", (product, text) -> variant(product).put("barcode", text));
    texts.put("Variant HS Code", (product, text) -> variant(product).put("hs_code", text));
    texts.put(
        "Variant Origin Country", (product, text) -> variant(product).put("origin_country", text));
    texts.put("Variant MID Code", (product, text) -> variant(product).put("mid_code", text));
    texts.put("Variant Material", (product, text) -> variant(product).put("material", text));
    return texts;
  }

  private static String capital(String field) {
    return field.substring(0, 1).toUpperCase(Locale.ROOT) + field.substring(1);
  }

  private static JsonObject options(JsonObject product) {
    return product.getJsonArray("options").getJsonObject(0);
  }

  private static JsonObject variant(JsonObject product) {
    return product.getJsonArray("variants").getJsonObject(0);
  }

  private static JsonObject value(JsonObject product) {
    return variant(product).getJsonArray("options").getJsonObject(0);
  }

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    staff = new StaffClient(shop);
    files = new CsvAdminClient(shop.storefront(), staff.credentials());
  }

  @Test
  void eachColumnOfTextHasTheLimitOfTheRequest() {
    Map<String, Integer> limits = limits();
    String suffix = Ids.ulid().toLowerCase(Locale.ROOT);

    JsonObject tooLong = files.imported(file(limits, suffix, 1));
    assertThat(tooLong.getString("status")).isEqualTo("failed");
    assertThat(tooLong.getJsonObject("result").getJsonArray("errors").getList())
        .map(Object::toString)
        .containsExactlyInAnyOrderElementsOf(
            limits.entrySet().stream()
                .map(limit ->
                    "Line 2, column %s: must be shorter than or equal to %s characters"
                        .formatted(limit.getKey(), limit.getValue()))
                .toList());

    JsonObject imported = files.imported(file(limits, suffix, 0));
    assertThat(imported.getString("status")).as("%s", imported).isEqualTo("completed");
    JsonObject product =
        staff
            .get("/admin/products?handle=" + text("Product Handle", limits, suffix, 0))
            .getJsonArray("products")
            .getJsonObject(0);
    JsonObject again = new JsonObject();
    for (String field :
        Set.of(
            "handle",
            "title",
            "subtitle",
            "description",
            "thumbnail",
            "material",
            "hs_code",
            "origin_country",
            "mid_code")) {
      assertThat(product.getString(field)).as(field).isNotNull();
      again.put(field, product.getString(field));
    }
    again.put(
        "type", new JsonObject().put("value", product.getJsonObject("type").getString("value")));
    again.put("images", urls(product));
    JsonObject written = product.getJsonArray("variants").getJsonObject(0);
    JsonObject variant = new JsonObject();
    for (String field :
        Set.of(
            "id", "title", "sku", "barcode", "hs_code", "origin_country", "mid_code", "material")) {
      assertThat(written.getString(field)).as(field).isNotNull();
      variant.put(field, written.getString(field));
    }
    again.put("variants", new JsonArray().add(variant));
    assertThat(staff.tryPost("/admin/products/" + product.getString("id"), again.encode()).status())
        .isEqualTo(200);
  }

  private static JsonArray urls(JsonObject product) {
    return new JsonArray(
        product.getJsonArray("images").stream()
            .map(image -> (Object) ((JsonObject) image).getString("url"))
            .toList());
  }

  /** Lengths by column, as refusals of requests name them. */
  private static Map<String, Integer> limits() {
    Map<String, Integer> limits = new LinkedHashMap<>();
    TEXTS.forEach((column, field) -> {
      JsonObject request =
          new JsonObject(
              """
              {"title": "Cup", "options": [{"title": "Size"}], "variants":
                [{"title": "S", "prices": [], "options": [{"value": "S"}]}]}
              """);
      field.accept(request, "x".repeat(BEYOND_ALL));
      Answer refused = staff.tryPost("/admin/products", request.encode());
      assertThat(refused.status()).as(column).isEqualTo(400);
      Matcher limit = LIMIT.matcher(refused.text());
      assertThat(limit.find()).as(refused.text()).isTrue();
      limits.put(column, Integer.valueOf(limit.group(1)));
    });
    return limits;
  }

  private static String file(Map<String, Integer> limits, String suffix, int more) {
    List<String> cells = new ArrayList<>();
    limits.keySet().forEach(column -> cells.add(text(column, limits, suffix, more)));
    return String.join(";", limits.keySet()) + "\n" + String.join(";", cells) + "\n";
  }

  private static String text(String column, Map<String, Integer> limits, String suffix, int more) {
    int length = limits.get(column) + more;
    return suffix + "x".repeat(length - suffix.length());
  }

  @Test
  void eachColumnOfAFileIsATextOrHasNoLength() {
    String handle = "limits-" + Ids.ulid().toLowerCase(Locale.ROOT);
    files.imported(
        """
        Product Handle;Product Title;Variant Title;Option 1 Name;Option 1 Value;Price EUR;Image 1 Url
        %s;Cup;S;Size;S;1;https://a/1.png
        """
            .formatted(handle));
    String header =
        files
            .exported(
                new JsonObject().put("filterable_fields", new JsonObject().put("handle", handle)))
            .lines()
            .findFirst()
            .orElseThrow();

    assertThat(header.split(";", -1))
        .allSatisfy(column ->
            assertThat(TEXTS.containsKey(column) || OTHERS.matcher(column).matches())
                .as(column)
                .isTrue());
    assertThat(Set.of(header.split(";", -1)).stream().collect(Collectors.toSet()))
        .containsAll(TEXTS.keySet());
  }
}
