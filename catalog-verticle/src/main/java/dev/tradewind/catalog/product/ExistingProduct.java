package dev.tradewind.catalog.product;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** State of a locked product: everything that an update may replace as a whole. */
record ExistingProduct(
    String id, List<Option> options, List<Variant> variants, List<Image> images) {

  record Option(String id, String title) {}

  record Image(String id, String url) {}

  /**
   * Stored variant.
   *
   * @param values by option
   * @param prices default prices; those of price lists are not part of the product
   */
  record Variant(
      String id, @Nullable JsonObject metadata, Map<String, Value> values, List<Price> prices) {

    /** Copy without quantity-dependent prices. */
    Variant withPricesForAnyQuantity() {
      List<Price> plain =
          prices.stream()
              .filter(price -> price.minQuantity() == null && price.maxQuantity() == null)
              .toList();
      return new Variant(id, metadata, values, plain);
    }

    /** Option values of the variant, by option. */
    Map<String, String> combination() {
      Map<String, String> combination = new LinkedHashMap<>();
      values.forEach((option, value) -> combination.put(option, value.value()));
      return combination;
    }
  }

  record Value(String id, String value) {}

  record Price(
      String id,
      String currencyCode,
      long amount,
      @Nullable String regionId,
      @Nullable Integer minQuantity,
      @Nullable Integer maxQuantity) {

    /** Place, amount and quantities, as a given price has them. */
    JsonObject toJson() {
      return new JsonObject()
          .put("currency_code", currencyCode)
          .put("region_id", regionId)
          .put("amount", amount)
          .put("min_quantity", minQuantity)
          .put("max_quantity", maxQuantity);
    }

    boolean isFor(
        String currency, @Nullable String region, @Nullable Integer min, @Nullable Integer max) {
      return currencyCode.equals(currency)
          && Objects.equals(regionId, region)
          && Objects.equals(minQuantity, min)
          && Objects.equals(maxQuantity, max);
    }

    /** Whether the row equals the stored price, so that writing it would change nothing. */
    boolean says(JsonObject row) {
      return Objects.equals(row.getLong("amount"), amount)
          && isFor(
              row.getString("currency_code"),
              row.getString("region_id"),
              row.getInteger("min_quantity"),
              row.getInteger("max_quantity"));
    }
  }

  Optional<Variant> variant(String variantId) {
    return variants.stream().filter(variant -> variant.id().equals(variantId)).findFirst();
  }

  Optional<Option> option(String optionId) {
    return options.stream().filter(option -> option.id().equals(optionId)).findFirst();
  }

  List<String> variantIds() {
    return variants.stream().map(Variant::id).toList();
  }

  static ExistingProduct of(Row row) {
    return new ExistingProduct(
        row.getString("id"),
        objects((JsonArray) row.getJson("options"))
            .map(option -> new Option(option.getString("id"), option.getString("title")))
            .toList(),
        objects((JsonArray) row.getJson("variants")).map(ExistingProduct::variant).toList(),
        objects((JsonArray) row.getJson("images"))
            .map(image -> new Image(image.getString("id"), image.getString("url")))
            .toList());
  }

  private static Variant variant(JsonObject json) {
    Map<String, Value> values = new LinkedHashMap<>();
    objects(json.getJsonArray("values"))
        .forEach(value ->
            values.put(
                value.getString("option_id"),
                new Value(value.getString("id"), value.getString("value"))));
    return new Variant(
        json.getString("id"),
        json.getJsonObject("metadata"),
        values,
        objects(json.getJsonArray("prices")).map(ExistingProduct::price).toList());
  }

  private static Price price(JsonObject json) {
    return new Price(
        json.getString("id"),
        json.getString("currency_code"),
        json.getLong("amount"),
        json.getString("region_id"),
        json.getInteger("min_quantity"),
        json.getInteger("max_quantity"));
  }

  private static Stream<JsonObject> objects(@Nullable JsonArray array) {
    return array == null ? Stream.empty() : array.stream().map(JsonObject.class::cast);
  }
}
