package dev.tradewind.catalog.product.model;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Variant of a request or an import.
 *
 * @param id of a variant to change, or of a new one of an import
 * @param fields names of the mentioned fields, except for the id
 * @param columns values by column; only mentioned ones are changed
 * @param options values of options
 * @param prices all default prices; absent if they stay
 */
public record VariantInput(
    @Nullable String id,
    List<String> fields,
    JsonObject columns,
    List<Value> options,
    @Nullable List<PriceInput> prices) {

  /**
   * Value of an option.
   *
   * @param optionId absent if the position states the option
   */
  public record Value(@Nullable String optionId, String value) {}

  /** Columns of a variant that requests and imports write. */
  public static final List<String> COLUMNS =
      CatalogColumns.VARIANT
          .without("id", "created_at", "updated_at", "deleted_at", "product_id", "variant_rank")
          .names();

  private static final RecordCodec<Value> VALUE =
      RecordCodec.of(MethodHandles.lookup(), Value.class);

  /** Variant of an admin request. An empty list of prices changes none, like an absent one. */
  public static VariantInput ofRequest(JsonObject body) {
    List<String> fields = new ArrayList<>(body.fieldNames());
    fields.remove("id");
    @Nullable JsonArray prices = body.getJsonArray("prices");
    return new VariantInput(
        body.getString("id"),
        fields,
        ColumnValues.of(body, COLUMNS),
        JsonArrays.objects(body.getJsonArray("options")).stream().map(VALUE::read).toList(),
        prices == null || prices.isEmpty()
            ? null
            : JsonArrays.objects(prices).stream().map(PriceInput::of).toList());
  }

  /**
   * Variant of an import, without values of options.
   *
   * @param columns mentioned columns; null clears one
   */
  public static VariantInput ofImport(
      @Nullable String id, JsonObject columns, @Nullable List<PriceInput> prices) {
    List<String> fields = new ArrayList<>(columns.fieldNames());
    if (prices != null) {
      fields.add("prices");
    }
    fields.add("options");
    return new VariantInput(id, fields, ColumnValues.of(columns, COLUMNS), List.of(), prices);
  }

  public VariantInput withOptions(List<Value> values) {
    return new VariantInput(id, fields, columns, values, prices);
  }

  public @Nullable String title() {
    return columns.getString("title");
  }

  /** Prices of a new variant. */
  public List<PriceInput> pricesOrNone() {
    return prices == null ? List.of() : prices;
  }
}
