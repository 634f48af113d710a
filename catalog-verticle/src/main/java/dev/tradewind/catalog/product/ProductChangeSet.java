package dev.tradewind.catalog.product;

import dev.tradewind.api.event.Topics;
import dev.tradewind.catalog.product.ProductBatch.Part;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.KebabCase;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.audit.AuditEntry;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.write.RowChange;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Rows and events of created and updated products, computed without I/O. One instance serves all
 * documents of a write.
 */
final class ProductChangeSet {

  private static final Ids PRODUCTS = Ids.of("prod");
  private static final Ids OPTIONS = Ids.of("opt");
  private static final Ids IMAGES = Ids.of("img");

  /** Columns copied from the document; the others are computed or resolved. */
  private static final String[] GIVEN =
      ProductStore.PRODUCT_COLUMNS.stream()
          .filter(column -> !List.of("is_giftcard", "collection_id", "type_id").contains(column))
          .toArray(String[]::new);

  private final CallContext context;
  private final Instant now;
  private final ResolvedReferences references;
  private final ProductBatch rows = new ProductBatch();
  private final VariantChangeSet variants;

  ProductChangeSet(CallContext context, Instant now, ResolvedReferences references) {
    this.context = context;
    this.now = now;
    this.references = references;
    this.variants = new VariantChangeSet(this, references);
  }

  ProductBatch rows() {
    return rows;
  }

  VariantChangeSet variants() {
    return variants;
  }

  /** Adds a product with all its parts and returns its id. */
  String create(JsonObject body) {
    return create(body, name -> !isEmpty(body.getValue(name)));
  }

  /**
   * Adds a product under the id that the document may contain.
   *
   * @param says whether the document sets a field; otherwise it gets its default
   */
  String create(JsonObject body, Predicate<String> says) {
    String id = Objects.requireNonNullElseGet(body.getString("id"), PRODUCTS::next);
    boolean isGiftcard = Boolean.TRUE.equals(body.getBoolean("is_giftcard"));
    JsonObject row = newRow(id);
    RowChange.pick(body, GIVEN)
        .forEach(given -> row.put(given.getKey(), whole(given.getKey(), given.getValue())));
    row.put("is_giftcard", isGiftcard)
        .put("status", Objects.requireNonNullElse(body.getString("status"), "draft"))
        .put("discountable", !isGiftcard && !Boolean.FALSE.equals(body.getBoolean("discountable")))
        .put("metadata", body.getJsonObject("metadata"));
    if (isAbsent(body.getString("handle"))) {
      row.put("handle", KebabCase.of(body.getString("title")));
    }
    List<String> urls = JsonArrays.strings(body.getJsonArray("images"));
    if (!says.test("thumbnail") && !urls.isEmpty()) {
      row.put("thumbnail", urls.get(0));
    }
    putReferences(row, body);
    rows.add(Part.NEW_PRODUCT, row);
    addEvent("product.created", id, new JsonObject().put("id", id));
    link(id, body, List.of());
    if (!says.test("sales_channels")) {
      String channel = references.defaultChannel();
      if (channel != null) {
        addLink(Part.PRODUCT_SALES_CHANNEL, id, "sales_channel_id", channel);
      }
    }
    String profile = references.profile(isGiftcard);
    if (profile != null) {
      addLink(Part.PRODUCT_SHIPPING_PROFILE, id, "profile_id", profile);
    }
    List<ExistingProduct.Option> options = new ArrayList<>();
    ReferencedKeys.each(body, "options").forEach(option -> options.add(addOption(id, option)));
    variants.createAll(id, options, ReferencedKeys.all(body, "variants"));
    return id;
  }

  private ExistingProduct.Option addOption(String productId, JsonObject option) {
    return addOption(productId, option.getString("title"));
  }

  ExistingProduct.Option addOption(String productId, String title) {
    String id = OPTIONS.next();
    rows.add(Part.NEW_OPTION, newRow(id).put("title", title).put("product_id", productId));
    return new ExistingProduct.Option(id, title);
  }

  /** Updates the mentioned fields; a list replaces the stored one. */
  void update(ExistingProduct state, JsonObject body) {
    update(state, body, name -> !isEmpty(body.getValue(name)));
  }

  /**
   * Updates the mentioned fields; a list replaces the stored one.
   *
   * @param says whether the document sets a field; otherwise it stays as it is
   */
  void update(ExistingProduct state, JsonObject body, Predicate<String> says) {
    String id = state.id();
    JsonObject doc = new JsonObject().put("id", id);
    RowChange.pick(body, GIVEN)
        .forEach(given -> doc.put(given.getKey(), whole(given.getKey(), given.getValue())));
    putReferences(doc, body);
    List<String> urls = JsonArrays.strings(body.getJsonArray("images"));
    if (!urls.isEmpty() && !says.test("thumbnail")) {
      doc.remove("thumbnail");
      doc.put("first_image", urls.get(0));
    }
    JsonObject metadata = body.getJsonObject("metadata");
    if (metadata != null && !metadata.isEmpty()) {
      putMetadata(doc, metadata);
    }
    link(id, body, state.images());
    if (body.containsKey("variants") && body.getValue("variants") != null) {
      variants.replaceAll(state, ReferencedKeys.all(body, "variants"));
    }
    if (!body.isEmpty()) {
      changed(doc, new ArrayList<>(body.fieldNames()));
    }
  }

  /** Adds the product with changes to its own columns. */
  void changed(JsonObject doc, List<String> fields) {
    String id = doc.getString("id");
    rows.add(Part.CHANGED_PRODUCT, doc);
    addEvent(
        "product.updated", id, new JsonObject().put("id", id).put("fields", new JsonArray(fields)));
  }

  void delete(ExistingProduct state) {
    String id = state.id();
    rows.touchedProduct(id);
    state.variantIds().forEach(rows::removeVariant);
    rows.removeProduct(id, event("product.deleted", id, id, new JsonObject().put("id", id)));
  }

  /** Merges metadata key by key; an empty text removes its key. */
  static void putMetadata(JsonObject doc, JsonObject metadata) {
    JsonObject kept = new JsonObject();
    JsonArray taken = new JsonArray();
    metadata.forEach(entry -> {
      if ("".equals(entry.getValue())) {
        taken.add(entry.getKey());
      } else {
        kept.put(entry.getKey(), entry.getValue());
      }
    });
    doc.put("kept_metadata", kept).put("taken_metadata", taken);
  }

  private void putReferences(JsonObject row, JsonObject body) {
    if (body.containsKey("type")) {
      JsonObject type = body.getJsonObject("type");
      row.put("type_id", type == null ? null : references.type(type.getString("value")));
    }
    if (body.containsKey("collection_id")) {
      String collection = body.getString("collection_id");
      row.put("collection_id", collection == null ? null : references.collection(collection));
    }
  }

  /** Replaces the links that the document lists. */
  private void link(String id, JsonObject body, List<ExistingProduct.Image> present) {
    if (body.getJsonArray("images") != null) {
      rows.replaceLinks(Part.PRODUCT_IMAGE, id);
      putImages(id, JsonArrays.strings(body.getJsonArray("images")), present);
    }
    links(
        id,
        body,
        "tags",
        Part.PRODUCT_TAGGING,
        "tag_id",
        tag -> references.tag(tag.getString("value")));
    links(
        id,
        body,
        "sales_channels",
        Part.PRODUCT_SALES_CHANNEL,
        "sales_channel_id",
        channel -> channel.getString("id"));
    links(
        id,
        body,
        "categories",
        Part.PRODUCT_CATEGORY_PRODUCT,
        "product_category_id",
        category -> category.getString("id"));
  }

  private void links(
      String id,
      JsonObject body,
      String name,
      Part part,
      String column,
      Function<JsonObject, String> other) {
    if (body.getJsonArray(name) != null) {
      rows.replaceLinks(part, id);
      ReferencedKeys.each(body, name)
          .map(other)
          .distinct()
          .forEach(each -> addLink(part, id, column, each));
    }
  }

  private void addLink(Part part, String id, String column, String other) {
    rows.add(part, new JsonObject().put("product_id", id).put(column, other));
  }

  /** Replaces the images; an existing image keeps its id. */
  private void putImages(String id, List<String> urls, List<ExistingProduct.Image> present) {
    Map<String, String> known = new HashMap<>();
    present.forEach(image -> known.putIfAbsent(image.url(), image.id()));
    int rank = 0;
    for (String url : urls.stream().distinct().toList()) {
      String image = known.get(url);
      if (image == null) {
        image = IMAGES.next();
        rows.add(Part.NEW_IMAGE, newRow(image).put("url", url));
      }
      rows.add(
          Part.PRODUCT_IMAGE,
          new JsonObject().put("product_id", id).put("image_id", image).put("rank", rank++));
    }
  }

  JsonObject newRow(String id) {
    String time = Timestamps.format(now);
    return new JsonObject().put("id", id).put("created_at", time).put("updated_at", time);
  }

  private void addEvent(String type, String id, JsonObject data) {
    rows.touchedProduct(id);
    rows.addEvent(event(type, id, id, data));
  }

  /** Event of a product or a variant, ordered by the product's key. */
  Event event(String type, String id, String productId, JsonObject data) {
    return Event.of(context, now, Topics.CATALOG, type, id, 0, data).keyedBy(productId);
  }

  /** Event that records an entry of the audit log. */
  Event audit(AuditEntry entry) {
    return entry.event(context, now);
  }

  /** Converts a whole number that JSON wrote with a decimal point, which the database refuses. */
  static @Nullable Object whole(String column, @Nullable Object value) {
    if (!(value instanceof Number number)) {
      return value;
    }
    if (number.doubleValue() != Math.rint(number.doubleValue())) {
      throw new Problem.InvalidData(column + " must be an integer number").toException();
    }
    return number.longValue();
  }

  private static boolean isEmpty(@Nullable Object value) {
    return value == null || "".equals(value) || value instanceof JsonArray array && array.isEmpty();
  }

  private static boolean isAbsent(@Nullable String text) {
    return text == null || text.isEmpty();
  }
}
