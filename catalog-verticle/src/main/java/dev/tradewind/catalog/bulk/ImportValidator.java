package dev.tradewind.catalog.bulk;

import dev.tradewind.catalog.product.ImportedProducts.Imported;
import dev.tradewind.kernel.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Validator of imported products against the catalog: errors, counts of created and updated rows,
 * and the products to write if there are no errors. A row with an unknown id creates a product
 * under that id, so that a file of another shop keeps its ids.
 */
final class ImportValidator {

  private static final Pattern PRODUCT_ID = Pattern.compile("prod_\\w{1,100}");
  private static final Pattern VARIANT_ID = Pattern.compile("variant_\\w{1,100}");

  private final ExistingCatalog known;
  private final boolean isBeforehand;
  private final JsonArray errors = new JsonArray();
  private final List<Imported> imported = new ArrayList<>();
  private final List<Growing> growing = new ArrayList<>();
  private int productsMade;
  private int productsChanged;
  private int variantsMade;
  private int variantsChanged;

  private ImportValidator(ExistingCatalog known, boolean isBeforehand) {
    this.known = known;
    this.isBeforehand = isBeforehand;
  }

  /**
   * Every check except those of {@link #compare}.
   *
   * @param isBeforehand before anything is applied: a product that another line creates does not
   *     exist yet
   */
  static ImportValidator of(
      List<JsonObject> products, ExistingCatalog known, boolean isBeforehand) {
    ImportValidator check = new ImportValidator(known, isBeforehand);
    products.forEach(check::product);
    return check;
  }

  /**
   * Existing product that gets further variants.
   *
   * @param made options by title, by the line of the new variant
   * @param changed options by title, by the id of the variant
   */
  private record Growing(
      String productId, Map<Long, JsonObject> made, Map<String, JsonObject> changed) {}

  /** Products whose existing variants have to be loaded as well. */
  Set<String> growing() {
    return growing.stream().map(Growing::productId).collect(Collectors.toSet());
  }

  /**
   * Compares the option values of new variants with those of the existing ones after the import.
   *
   * @param present options by title, by variant, by product
   */
  ImportValidator compare(Map<String, Map<String, JsonObject>> present) {
    for (Growing product : growing) {
      Set<Map<String, Object>> taken = new HashSet<>();
      present
          .getOrDefault(product.productId(), Map.of())
          .forEach((id, options) ->
              taken.add(
                  options
                      .copy()
                      .mergeIn(product.changed().getOrDefault(id, new JsonObject()))
                      .getMap()));
      product
          .made()
          .forEach((line, options) -> {
            if (taken.contains(options.getMap())) {
              error(line, "Option Value", "another variant of the product has the same options");
            }
          });
    }
    return this;
  }

  /** Errors, each with {@code line}, {@code field} and {@code message}. */
  JsonArray errors() {
    return errors;
  }

  /** Counts under the names of the batch job's result. */
  JsonObject counts() {
    return new JsonObject()
        .put("PRODUCT_CREATE", productsMade)
        .put("PRODUCT_UPDATE", productsChanged)
        .put("VARIANT_CREATE", variantsMade)
        .put("VARIANT_UPDATE", variantsChanged);
  }

  /** Products to write; complete only if there are no errors. */
  List<Imported> imported() {
    return imported;
  }

  private void error(long line, String field, String message) {
    errors.add(new JsonObject().put("line", line).put("field", field).put("message", message));
  }

  private void product(JsonObject product) {
    long line = product.getLong("line");
    if (product.getBoolean("is_continued", false)) {
      Optional<ExistingCatalog.Product> made = known.productWithHandle(product.getString("handle"));
      if (made.isPresent() || isBeforehand) {
        variants(product, made.orElse(null), null, null);
      } else {
        error(line, "product.handle", "the product of an earlier line is gone");
      }
      return;
    }
    String id = product.getString("id");
    ExistingCatalog.Product present = id == null ? null : known.product(id).orElse(null);
    JsonObject body = body(product, line);
    if (present == null) {
      productsMade++;
      if (!body.containsKey("title")) {
        error(line, "product.title", "must not be empty");
      }
      if (id != null && !PRODUCT_ID.matcher(id).matches()) {
        error(line, "product.id", id + " is not the id of a product");
      }
    } else {
      productsChanged++;
      if (present.isDeleted()) {
        error(line, "product.id", id + " was deleted; without an id it is made anew");
      }
    }
    known
        .productWithHandle(product.getString("handle"))
        .filter(other -> !other.id().equals(id))
        .ifPresent(other ->
            error(
                line,
                "product.handle",
                "Product with handle " + product.getString("handle") + " already exists."));
    variants(product, present, body, titles(product));
  }

  private static List<String> titles(JsonObject product) {
    return JsonArrays.strings(product.getJsonArray("options"));
  }

  /** Product as a body of the admin API, with references replaced by ids. */
  private JsonObject body(JsonObject product, long line) {
    JsonObject body = product.getJsonObject("body").copy();
    body.put("handle", product.getString("handle"));
    if (product.getString("type") != null) {
      body.put("type", new JsonObject().put("value", product.getString("type")));
    }
    if (product.containsKey("tags")) {
      JsonArray tags = new JsonArray();
      product.getJsonArray("tags").forEach(tag -> tags.add(new JsonObject().put("value", tag)));
      body.put("tags", tags);
    }
    if (product.containsKey("images")) {
      body.put("images", product.getJsonArray("images"));
    }
    if (product.containsKey("collection_handle")) {
      String handle = product.getString("collection_handle");
      String id = handle == null ? null : known.collection(handle).orElse(null);
      if (handle != null && id == null) {
        error(line, "product.collection_handle", "there is no collection " + handle);
      }
      body.put("collection_id", id);
    }
    if (product.containsKey("sales_channels")) {
      JsonArray channels = new JsonArray();
      for (Object channel : product.getJsonArray("sales_channels")) {
        known
            .channel((JsonObject) channel)
            .ifPresent(id -> channels.add(new JsonObject().put("id", id)));
      }
      body.put("sales_channels", channels);
    }
    if (product.containsKey("categories")) {
      body.put("categories", categories(product, line));
    }
    return body;
  }

  private JsonArray categories(JsonObject product, long line) {
    JsonArray categories = new JsonArray();
    for (Object handle : product.getJsonArray("categories")) {
      known
          .category((String) handle)
          .ifPresentOrElse(
              id -> categories.add(new JsonObject().put("id", id)),
              () -> error(line, "Product Category Handle", "there is no category " + handle));
    }
    return categories;
  }

  /**
   * Collects the variants of a product.
   *
   * @param present existing product
   * @param body absent if an earlier line has described the product
   * @param titles of the options of a new product
   */
  private void variants(
      JsonObject product,
      ExistingCatalog.@Nullable Product present,
      @Nullable JsonObject body,
      @Nullable List<String> titles) {
    List<String> options = present == null ? titles : present.options();
    List<JsonObject> made = new ArrayList<>();
    List<JsonObject> changed = new ArrayList<>();
    Map<Long, JsonObject> madeOptions = new LinkedHashMap<>();
    Map<String, JsonObject> changedOptions = new HashMap<>();
    Set<Map<String, Object>> combinations = new HashSet<>();
    for (Object each : product.getJsonArray("variants")) {
      JsonObject variant = (JsonObject) each;
      boolean isNew = isNew(variant, present);
      (isNew ? made : changed).add(variantBody(variant));
      unique(variant);
      if (options != null) {
        options(variant, options, isNew);
      }
      JsonObject combination = variant.getJsonObject("options");
      if (!isNew) {
        changedOptions.put(variant.getString("id"), combination);
      } else if (variant.containsKey("same_options_as")) {
        sameOptions(variant, "line " + variant.getLong("same_options_as"));
      } else if (!combinations.add(combination.getMap())) {
        sameOptions(variant, "another line");
      } else {
        madeOptions.put(variant.getLong("line"), combination);
      }
    }
    if (present != null && !madeOptions.isEmpty()) {
      growing.add(new Growing(present.id(), madeOptions, changedOptions));
    }
    variantsMade += made.size();
    variantsChanged += changed.size();
    String id = present == null ? product.getString("id") : present.id();
    imported.add(
        new Imported(
            id,
            present != null,
            body,
            Objects.requireNonNullElse(titles, List.of()),
            made,
            changed));
  }

  private void sameOptions(JsonObject variant, String other) {
    error(variant.getLong("line"), "Option Value", other + " has the same options");
  }

  private static JsonObject variantBody(JsonObject variant) {
    JsonObject body = variant.getJsonObject("body").copy();
    body.put("id", variant.getString("id"));
    if (variant.containsKey("prices")) {
      body.put("prices", variant.getJsonArray("prices"));
    }
    return body.put("options", variant.getJsonObject("options"));
  }

  private boolean isNew(JsonObject variant, ExistingCatalog.@Nullable Product product) {
    long line = variant.getLong("line");
    String id = variant.getString("id");
    ExistingCatalog.Variant present = id == null ? null : known.variant(id).orElse(null);
    if (present == null) {
      if (id != null && !VARIANT_ID.matcher(id).matches()) {
        error(line, "variant.id", id + " is not the id of a variant");
      }
      if (!variant.getJsonObject("body").containsKey("title")) {
        error(line, "variant.title", "must not be empty");
      }
      return true;
    }
    if (present.isDeleted()) {
      error(line, "variant.id", id + " was deleted; without an id it is made anew");
    } else if (product == null || !present.productId().equals(product.id())) {
      error(line, "variant.id", id + " is a variant of another product");
    }
    return false;
  }

  private void unique(JsonObject variant) {
    JsonObject body = variant.getJsonObject("body");
    refuse(variant, "sku", body.getString("sku"), known::variantWithSku);
    refuse(variant, "barcode", body.getString("barcode"), known::variantWithBarcode);
  }

  private interface Owner {
    Optional<String> of(String value);
  }

  private void refuse(JsonObject variant, String name, @Nullable String value, Owner owner) {
    if (value != null) {
      owner
          .of(value)
          .filter(other -> !other.equals(variant.getString("id")))
          .ifPresent(other ->
              error(
                  variant.getLong("line"),
                  "variant." + name,
                  "Product_variant with " + name + " " + value + " already exists."));
    }
  }

  /** Requires a value for each option of the product, and no other option. */
  private void options(JsonObject variant, List<String> titles, boolean isNew) {
    long line = variant.getLong("line");
    JsonObject given = variant.getJsonObject("options");
    for (String title : given.fieldNames()) {
      if (!titles.contains(title)) {
        error(line, "Option Name", "the product has no option " + title);
      }
    }
    for (String title : titles) {
      if (isNew && !given.containsKey(title)) {
        error(line, "Option Value", "there is no value for the option " + title);
      }
    }
  }
}
