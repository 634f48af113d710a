package dev.tradewind.catalog.bulk;

import dev.tradewind.catalog.product.model.PriceInput;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Product of an import file, with keys of other rows that are not resolved yet.
 *
 * @param line first line of the product
 * @param isContinued whether an earlier line describes the product, so that only variants are new
 * @param columns mentioned columns of the product; null clears one
 * @param type value of the type; absent if it stays
 * @param tags values; absent if the file has no such column, as are the lists below
 * @param images addresses
 * @param collection absent if the file has no such column; without a handle it is removed
 * @param categories handles
 * @param options titles of the options
 */
record ImportDocument(
    long line,
    boolean isContinued,
    String handle,
    @Nullable String id,
    JsonObject columns,
    @Nullable String type,
    @Nullable List<String> tags,
    @Nullable List<String> images,
    @Nullable Collection collection,
    @Nullable List<Channel> salesChannels,
    @Nullable List<String> categories,
    List<String> options,
    List<Variant> variants) {

  /** Collection by its handle. */
  record Collection(@Nullable String handle) {}

  /** Sales channel by its id, or else by its name. */
  record Channel(@Nullable String id, @Nullable String name) {

    private static final RecordCodec<Channel> CODEC =
        RecordCodec.of(MethodHandles.lookup(), Channel.class);
  }

  /**
   * Variant of a line.
   *
   * @param body mentioned columns; null clears one
   * @param options values by the title of the option
   * @param prices absent if the file has no column for prices
   * @param sameOptionsAs earlier line with the same values
   */
  record Variant(
      long line,
      @Nullable String id,
      JsonObject body,
      Map<String, String> options,
      @Nullable List<PriceInput> prices,
      @Nullable Long sameOptionsAs) {

    private static final RecordCodec<Variant> CODEC =
        RecordCodec.of(MethodHandles.lookup(), Variant.class);

    @Nullable String sku() {
      return body.getString("sku");
    }

    @Nullable String barcode() {
      return body.getString("barcode");
    }
  }

  static ImportDocument of(JsonObject document) {
    return new ImportDocument(
        document.getLong("line"),
        document.getBoolean("is_continued", false),
        document.getString("handle"),
        document.getString("id"),
        document.getJsonObject("body"),
        document.getString("type"),
        texts(document, "tags"),
        texts(document, "images"),
        document.containsKey("collection_handle")
            ? new Collection(document.getString("collection_handle"))
            : null,
        Optional.ofNullable(document.getJsonArray("sales_channels"))
            .map(
                channels -> JsonArrays.objects(channels).stream().map(Channel.CODEC::read).toList())
            .orElse(null),
        texts(document, "categories"),
        JsonArrays.strings(document.getJsonArray("options")),
        JsonArrays.objects(document.getJsonArray("variants")).stream()
            .map(Variant.CODEC::read)
            .toList());
  }

  private static @Nullable List<String> texts(JsonObject document, String name) {
    @Nullable JsonArray texts = document.getJsonArray(name);
    return texts == null ? null : JsonArrays.strings(texts);
  }
}
