package dev.tradewind.catalog.product.model;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.catalog.input.Handles;
import dev.tradewind.kernel.json.JsonArrays;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Product of a request or an import.
 *
 * @param id of a new product of an import; absent to generate one
 * @param fields names of the mentioned fields
 * @param columns values by column; only mentioned ones are changed
 * @param setsThumbnail whether the thumbnail is stated, so that no image replaces it
 * @param setsSalesChannels whether sales channels are stated, so that a new product does not get
 *     the default one
 * @param type by its value; absent if it stays
 * @param collection by its id; absent if it stays
 * @param options titles of the options of a new product
 * @param variants absent if they stay
 */
@RecordBuilder
public record ProductInput(
    @Nullable String id,
    List<String> fields,
    JsonObject columns,
    boolean isGiftcard,
    boolean setsThumbnail,
    boolean setsSalesChannels,
    @Nullable JsonObject metadata,
    @Nullable ReferenceChange type,
    @Nullable ReferenceChange collection,
    ProductLinks links,
    List<String> options,
    @Nullable List<VariantInput> variants) {

  /**
   * Change of a reference.
   *
   * @param key absent to remove the reference
   */
  public record ReferenceChange(@Nullable String key) {}

  /** Columns of a product that requests and imports write unchanged. */
  public static final List<String> COLUMNS =
      CatalogColumns.PRODUCT
          .without(
              "id",
              "created_at",
              "updated_at",
              "deleted_at",
              "metadata",
              "is_giftcard",
              "collection_id",
              "type_id")
          .names();

  /**
   * Product of an admin request. An empty text, list or null states no thumbnail or channels of a
   * new product.
   */
  public static ProductInput ofRequest(JsonObject body) {
    JsonObject columns = ColumnValues.of(body, COLUMNS);
    ProductLinks links =
        new ProductLinks(
            list(body, "images", String.class, url -> url),
            list(body, "tags", JsonObject.class, tag -> tag.getString("value")),
            list(body, "sales_channels", JsonObject.class, channel -> channel.getString("id")),
            list(body, "categories", JsonObject.class, category -> category.getString("id")));
    @Nullable JsonObject type = body.getJsonObject("type");
    return ProductInputBuilder.builder()
        .fields(List.copyOf(body.fieldNames()))
        .columns(columns)
        .isGiftcard(Boolean.TRUE.equals(body.getBoolean("is_giftcard")))
        .setsThumbnail(!isEmpty(columns.getString("thumbnail")))
        .setsSalesChannels(links.salesChannels() != null && !links.salesChannels().isEmpty())
        .metadata(body.getJsonObject("metadata"))
        .type(
            body.containsKey("type")
                ? new ReferenceChange(type == null ? null : type.getString("value"))
                : null)
        .collection(
            body.containsKey("collection_id")
                ? new ReferenceChange(body.getString("collection_id"))
                : null)
        .links(links)
        .options(
            JsonArrays.objects(body.getJsonArray("options")).stream()
                .map(option -> option.getString("title"))
                .toList())
        .variants(list(body, "variants", JsonObject.class, VariantInput::ofRequest))
        .build();
  }

  /** Change of metadata only. */
  public static ProductInput ofMetadata(JsonObject metadata) {
    return ofRequest(new JsonObject().put("metadata", metadata));
  }

  /**
   * Product of an import, without variants.
   *
   * @param columns mentioned columns; null clears one
   * @param options titles of the options of a new product
   */
  public static ProductInput ofImport(
      @Nullable String id,
      JsonObject columns,
      @Nullable ReferenceChange type,
      @Nullable ReferenceChange collection,
      ProductLinks links,
      List<String> options) {
    List<String> fields = new ArrayList<>(columns.fieldNames());
    addIf(type != null, fields, "type");
    addIf(links.tags() != null, fields, "tags");
    addIf(links.images() != null, fields, "images");
    addIf(collection != null, fields, "collection_id");
    addIf(links.salesChannels() != null, fields, "sales_channels");
    addIf(links.categories() != null, fields, "categories");
    return ProductInputBuilder.builder()
        .id(id)
        .fields(fields)
        .columns(ColumnValues.of(columns, COLUMNS))
        .metadata(columns.getJsonObject("metadata"))
        .setsThumbnail(columns.containsKey("thumbnail"))
        .setsSalesChannels(links.salesChannels() != null)
        .type(type)
        .collection(collection)
        .links(links)
        .options(options)
        .build();
  }

  private static void addIf(boolean isMentioned, List<String> fields, String field) {
    if (isMentioned) {
      fields.add(field);
    }
  }

  private static <T, R> @Nullable List<R> list(
      JsonObject body, String name, Class<T> type, Function<T, R> element) {
    @Nullable JsonArray array = body.getJsonArray(name);
    return array == null ? null : array.stream().map(type::cast).map(element).toList();
  }

  /** Columns of the new product with that id: the stated ones, and defaults of the others. */
  public JsonObject newColumns(String newId) {
    JsonObject row = columns.copy();
    row.put("is_giftcard", isGiftcard)
        .put("status", Objects.requireNonNullElse(columns.getString("status"), "draft"))
        .put(
            "discountable",
            !isGiftcard && !Boolean.FALSE.equals(columns.getBoolean("discountable")))
        .put("metadata", metadata);
    Handles.put(row, columns.getString("title"), newId);
    if (!setsThumbnail && links.firstImage() != null) {
      row.put("thumbnail", links.firstImage());
    }
    return row;
  }

  /**
   * Change of the row of a stored product.
   *
   * @param references resolved type and collection by column
   */
  public ProductChange change(String productId, JsonObject references) {
    JsonObject changed = Handles.keptIfEmpty(columns.copy()).mergeIn(references);
    @Nullable String firstImage = changed.containsKey("thumbnail") ? null : links.firstImage();
    return new ProductChange(productId, changed, firstImage, metadata);
  }

  private static boolean isEmpty(@Nullable String text) {
    return text == null || text.isEmpty();
  }
}
