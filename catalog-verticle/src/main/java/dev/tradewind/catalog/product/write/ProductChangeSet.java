package dev.tradewind.catalog.product.write;

import dev.tradewind.api.event.Topics;
import dev.tradewind.catalog.product.model.ExistingProduct;
import dev.tradewind.catalog.product.model.ProductChange;
import dev.tradewind.catalog.product.model.ProductInput;
import dev.tradewind.catalog.product.model.ProductInput.ReferenceChange;
import dev.tradewind.catalog.product.model.ProductLinks;
import dev.tradewind.catalog.product.model.VariantInput;
import dev.tradewind.catalog.product.write.ProductBatch.Part;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rows and events of created and updated products, computed without I/O. One instance serves all
 * products of a write.
 */
final class ProductChangeSet {

  private static final Ids PRODUCTS = Ids.of("prod");
  private static final Ids OPTIONS = Ids.of("opt");
  private static final Ids IMAGES = Ids.of("img");

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
  String create(ProductInput input) {
    return create(input, Objects.requireNonNullElse(input.variants(), List.of()));
  }

  /** Adds a product with these variants and returns its id. */
  String create(ProductInput input, List<VariantInput> ofProduct) {
    String id = Objects.requireNonNullElseGet(input.id(), PRODUCTS::next);
    rows.add(Part.NEW_PRODUCT, newRow(id).mergeIn(input.newColumns(id)).mergeIn(resolved(input)));
    addEvent("product.created", id, new JsonObject().put("id", id));
    link(id, input.links(), List.of());
    if (!input.setsSalesChannels() && references.defaultChannelId() != null) {
      addLink(Part.PRODUCT_SALES_CHANNEL, id, "sales_channel_id", references.defaultChannelId());
    }
    @Nullable String profile = references.profile(input.isGiftcard());
    if (profile != null) {
      addLink(Part.PRODUCT_SHIPPING_PROFILE, id, "profile_id", profile);
    }
    List<ExistingProduct.Option> options = new ArrayList<>();
    input.options().forEach(title -> options.add(addOption(id, title)));
    variants.createAll(id, options, ofProduct);
    return id;
  }

  ExistingProduct.Option addOption(String productId, String title) {
    String id = OPTIONS.next();
    rows.add(Part.NEW_OPTION, newRow(id).put("title", title).put("product_id", productId));
    return new ExistingProduct.Option(id, title);
  }

  /** Updates the mentioned fields; a list replaces the stored one. */
  void update(ExistingProduct state, ProductInput input) {
    ProductChange change = input.change(state.id(), resolved(input));
    link(state.id(), input.links(), state.images());
    if (input.variants() != null) {
      variants.replaceAll(state, input.variants());
    }
    if (!input.fields().isEmpty()) {
      changed(change, input.fields());
    }
  }

  /** Adds the product with changes to its own columns. */
  void changed(ProductChange change, List<String> fields) {
    rows.add(Part.CHANGED_PRODUCT, change.toJson());
    addEvent(
        "product.updated",
        change.id(),
        new JsonObject().put("id", change.id()).put("fields", new JsonArray(fields)));
  }

  void delete(ExistingProduct state) {
    String id = state.id();
    state.variantIds().forEach(rows::removeVariant);
    rows.removeProduct(id, event("product.deleted", id, id, new JsonObject().put("id", id)));
  }

  /** Columns of the changed references. */
  private JsonObject resolved(ProductInput input) {
    JsonObject columns = new JsonObject();
    put(columns, "type_id", input.type(), references::type);
    put(columns, "collection_id", input.collection(), references::collection);
    return columns;
  }

  private static void put(
      JsonObject columns,
      String column,
      @Nullable ReferenceChange change,
      UnaryOperator<String> idOf) {
    if (change != null) {
      columns.put(column, change.key() == null ? null : idOf.apply(change.key()));
    }
  }

  /** Replaces the links that the product states. */
  private void link(String id, ProductLinks links, List<ExistingProduct.Image> current) {
    if (links.images() != null) {
      rows.replaceLinks(Part.PRODUCT_IMAGE, id);
      putImages(id, links.images(), current);
    }
    putLinks(
        id,
        Part.PRODUCT_TAGGING,
        "tag_id",
        links.tags() == null ? null : links.tags().stream().map(references::tag).toList());
    putLinks(id, Part.PRODUCT_SALES_CHANNEL, "sales_channel_id", links.salesChannels());
    putLinks(id, Part.PRODUCT_CATEGORY_PRODUCT, "product_category_id", links.categories());
  }

  private void putLinks(String id, Part part, String column, @Nullable List<String> linkedIds) {
    if (linkedIds != null) {
      rows.replaceLinks(part, id);
      linkedIds.stream().distinct().forEach(linkedId -> addLink(part, id, column, linkedId));
    }
  }

  private void addLink(Part part, String id, String column, String linkedId) {
    rows.add(part, new JsonObject().put("product_id", id).put(column, linkedId));
  }

  /** Replaces the images; an existing image keeps its id. */
  private void putImages(String id, List<String> urls, List<ExistingProduct.Image> current) {
    Map<String, String> known = new HashMap<>();
    current.forEach(image -> known.putIfAbsent(image.url(), image.id()));
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
    rows.addEvent(event(type, id, id, data));
  }

  /** Event of a product or a variant, ordered by the product's key. */
  Event event(String type, String id, String productId, JsonObject data) {
    return Event.of(context, now, Topics.CATALOG, type, id, 0, data).keyedBy(productId);
  }
}
