package dev.tradewind.catalog.bulk;

import dev.tradewind.catalog.bulk.ImportReferenceStore.StoredOptions;
import dev.tradewind.catalog.product.model.ProductInput;
import dev.tradewind.catalog.product.model.ProductInput.ReferenceChange;
import dev.tradewind.catalog.product.model.ProductLinks;
import dev.tradewind.catalog.product.model.VariantInput;
import dev.tradewind.catalog.product.write.ImportedProducts.Imported;
import dev.tradewind.catalog.product.write.ImportedProducts.ImportedVariant;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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
  private int productsCreated;
  private int productsChanged;
  private int variantsCreated;
  private int variantsChanged;

  private ImportValidator(ExistingCatalog known, boolean isBeforehand) {
    this.known = known;
    this.isBeforehand = isBeforehand;
  }

  /**
   * Every check except the checks of {@link #compare}.
   *
   * @param isBeforehand before anything is applied: a product that another line creates does not
   *     exist yet
   */
  static ImportValidator of(
      List<ImportDocument> products, ExistingCatalog known, boolean isBeforehand) {
    ImportValidator check = new ImportValidator(known, isBeforehand);
    products.forEach(check::product);
    return check;
  }

  /**
   * Existing product that gets further variants.
   *
   * @param created options by title, by the line of the new variant
   * @param changed options by title, by the id of the variant
   */
  private record Growing(
      String productId,
      Map<Long, Map<String, String>> created,
      Map<String, Map<String, String>> changed) {}

  /** Products whose existing variants have to be loaded as well. */
  Set<String> growing() {
    return growing.stream().map(Growing::productId).collect(Collectors.toSet());
  }

  /**
   * Compares the option values of new variants with the values of the existing ones after the
   * import.
   *
   * @param current variants of the growing products
   */
  ImportValidator compare(List<StoredOptions> current) {
    for (Growing product : growing) {
      Set<Map<String, String>> taken = new HashSet<>();
      for (StoredOptions variant : current) {
        if (variant.productId().equals(product.productId())) {
          Map<String, String> options = new HashMap<>(variant.options());
          options.putAll(product.changed().getOrDefault(variant.variantId(), Map.of()));
          taken.add(options);
        }
      }
      product
          .created()
          .forEach((line, options) -> {
            if (taken.contains(options)) {
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
        .put("PRODUCT_CREATE", productsCreated)
        .put("PRODUCT_UPDATE", productsChanged)
        .put("VARIANT_CREATE", variantsCreated)
        .put("VARIANT_UPDATE", variantsChanged);
  }

  /** Products to write; complete only if there are no errors. */
  List<Imported> imported() {
    return imported;
  }

  private void error(long line, String field, String message) {
    errors.add(new JsonObject().put("line", line).put("field", field).put("message", message));
  }

  private void product(ImportDocument product) {
    long line = product.line();
    if (product.isContinued()) {
      Optional<ExistingCatalog.Product> earlier = known.productWithHandle(product.handle());
      if (earlier.isPresent() || isBeforehand) {
        variants(product, earlier.orElse(null), null);
      } else {
        error(line, "product.handle", "the product of an earlier line is gone");
      }
      return;
    }
    @Nullable String id = product.id();
    ExistingCatalog.Product current = known.product(id).orElse(null);
    ProductInput input = input(product);
    if (current == null) {
      productsCreated++;
      if (!product.columns().containsKey("title")) {
        error(line, "product.title", "must not be empty");
      }
      if (id != null && !PRODUCT_ID.matcher(id).matches()) {
        error(line, "product.id", id + " is not the id of a product");
      }
    } else {
      productsChanged++;
      if (current.isDeleted()) {
        error(line, "product.id", id + " was deleted; without an id it is made anew");
      }
    }
    known
        .productWithHandle(product.handle())
        .filter(other -> !other.id().equals(id))
        .ifPresent(other ->
            error(
                line,
                "product.handle",
                "Product with handle " + product.handle() + " already exists."));
    variants(product, current, input);
  }

  /** Product with the ids of its references. */
  private ProductInput input(ImportDocument product) {
    return ProductInput.ofImport(
        product.id(),
        product.columns().copy().put("handle", product.handle()),
        product.type() == null ? null : new ReferenceChange(product.type()),
        product.collection() == null ? null : collection(product.collection(), product.line()),
        new ProductLinks(
            product.images(),
            product.tags(),
            ids(product.salesChannels(), channel -> known.channel(channel)),
            ids(product.categories(), handle -> category(handle, product.line()))),
        product.options());
  }

  private ReferenceChange collection(ImportDocument.Collection collection, long line) {
    @Nullable String handle = collection.handle();
    if (handle == null) {
      return new ReferenceChange(null);
    }
    @Nullable String id = known.collection(handle).orElse(null);
    if (id == null) {
      error(line, "product.collection_handle", "there is no collection " + handle);
    }
    return new ReferenceChange(id);
  }

  private Optional<String> category(String handle, long line) {
    Optional<String> id = known.category(handle);
    if (id.isEmpty()) {
      error(line, "Product Category Handle", "there is no category " + handle);
    }
    return id;
  }

  private static <K> @Nullable List<String> ids(
      @Nullable List<K> keys, Function<K, Optional<String>> found) {
    return keys == null ? null : keys.stream().map(found).flatMap(Optional::stream).toList();
  }

  /**
   * Collects the variants of a product.
   *
   * @param current existing product
   * @param input absent if an earlier line has described the product
   */
  private void variants(
      ImportDocument product,
      ExistingCatalog.@Nullable Product current,
      @Nullable ProductInput input) {
    @Nullable List<String> options =
        current != null ? current.options() : input == null ? null : product.options();
    List<ImportedVariant> created = new ArrayList<>();
    List<ImportedVariant> changed = new ArrayList<>();
    Map<Long, Map<String, String>> createdOptions = new LinkedHashMap<>();
    Map<String, Map<String, String>> changedOptions = new HashMap<>();
    Set<Map<String, String>> combinations = new HashSet<>();
    for (ImportDocument.Variant variant : product.variants()) {
      boolean isNew = isNew(variant, current);
      (isNew ? created : changed)
          .add(
              new ImportedVariant(
                  VariantInput.ofImport(variant.id(), variant.body(), variant.prices()),
                  variant.options()));
      refuse(variant, "sku", variant.sku(), known::variantWithSku);
      refuse(variant, "barcode", variant.barcode(), known::variantWithBarcode);
      if (options != null) {
        options(variant, options, isNew);
      }
      if (!isNew) {
        changedOptions.put(variant.id(), variant.options());
      } else if (variant.sameOptionsAs() != null) {
        sameOptions(variant, "line " + variant.sameOptionsAs());
      } else if (!combinations.add(variant.options())) {
        sameOptions(variant, "another line");
      } else {
        createdOptions.put(variant.line(), variant.options());
      }
    }
    if (current != null && !createdOptions.isEmpty()) {
      growing.add(new Growing(current.id(), createdOptions, changedOptions));
    }
    variantsCreated += created.size();
    variantsChanged += changed.size();
    imported.add(new Imported(current == null ? null : current.id(), input, created, changed));
  }

  private void sameOptions(ImportDocument.Variant variant, String other) {
    error(variant.line(), "Option Value", other + " has the same options");
  }

  private boolean isNew(ImportDocument.Variant variant, ExistingCatalog.@Nullable Product product) {
    long line = variant.line();
    @Nullable String id = variant.id();
    ExistingCatalog.Variant current = known.variant(id).orElse(null);
    if (current == null) {
      if (id != null && !VARIANT_ID.matcher(id).matches()) {
        error(line, "variant.id", id + " is not the id of a variant");
      }
      if (!variant.body().containsKey("title")) {
        error(line, "variant.title", "must not be empty");
      }
      return true;
    }
    if (current.isDeleted()) {
      error(line, "variant.id", id + " was deleted; without an id it is made anew");
    } else if (product == null || !current.productId().equals(product.id())) {
      error(line, "variant.id", id + " is a variant of another product");
    }
    return false;
  }

  private void refuse(
      ImportDocument.Variant variant,
      String name,
      @Nullable String value,
      Function<String, Optional<String>> owner) {
    if (value != null) {
      owner
          .apply(value)
          .filter(other -> !other.equals(variant.id()))
          .ifPresent(other ->
              error(
                  variant.line(),
                  "variant." + name,
                  "Product_variant with " + name + " " + value + " already exists."));
    }
  }

  /** Requires a value for each option of the product, and no other option. */
  private void options(ImportDocument.Variant variant, List<String> titles, boolean isNew) {
    for (String title : variant.options().keySet()) {
      if (!titles.contains(title)) {
        error(variant.line(), "Option Name", "the product has no option " + title);
      }
    }
    for (String title : titles) {
      if (isNew && !variant.options().containsKey(title)) {
        error(variant.line(), "Option Value", "there is no value for the option " + title);
      }
    }
  }
}
