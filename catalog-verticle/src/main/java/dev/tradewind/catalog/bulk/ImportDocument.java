package dev.tradewind.catalog.bulk;

import dev.tradewind.catalog.product.model.PriceInput;
import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
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
@RecordBuilder
record ImportDocument(
    long line,
    boolean isContinued,
    String handle,
    @Nullable String id,
    @JsonName("body") JsonObject columns,
    @Nullable String type,
    @Nullable List<String> tags,
    @Nullable List<String> images,
    @Nullable Collection collection,
    @Nullable List<Channel> salesChannels,
    @Nullable List<String> categories,
    List<String> options,
    List<Variant> variants) {

  private static final String COLLECTION = "collection_handle";

  private static final RecordCodec<ImportDocument> CODEC =
      RecordCodec.of(MethodHandles.lookup(), ImportDocument.class);

  /** Collection by its handle. */
  record Collection(@Nullable String handle) {}

  /** Sales channel by its id, or else by its name. */
  record Channel(@Nullable String id, @Nullable String name) {}

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

    @Nullable String sku() {
      return body.getString("sku");
    }

    @Nullable String barcode() {
      return body.getString("barcode");
    }
  }

  static ImportDocument of(JsonObject document) {
    ImportDocument read = CODEC.read(document);
    if (document.containsKey(COLLECTION)) {
      return ImportDocumentBuilder.builder(read)
          .collection(new Collection(document.getString(COLLECTION)))
          .build();
    }
    return read;
  }
}
