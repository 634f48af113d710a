package dev.tradewind.catalog.product.write;

import dev.tradewind.catalog.product.model.ExistingProduct;
import dev.tradewind.catalog.product.model.ProductInput;
import dev.tradewind.catalog.product.model.VariantInput;
import dev.tradewind.catalog.product.read.ProductViews;
import dev.tradewind.catalog.product.read.VariantViews;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writer of imported products within the caller's transaction, by the rules of the admin API. */
public final class ImportedProducts {

  private final ProductWriteService writer;

  public ImportedProducts(ProductWriteService writer) {
    this.writer = writer;
  }

  /**
   * Product to write.
   *
   * @param existingId id of an existing product; absent if the product is new
   * @param input fields of the product; absent if only its variants change. A field that is not
   *     mentioned stays as it is, or gets its default
   * @param created new variants
   * @param changed existing variants
   */
  public record Imported(
      @Nullable String existingId,
      @Nullable ProductInput input,
      List<ImportedVariant> created,
      List<ImportedVariant> changed) {}

  /**
   * Variant to write.
   *
   * @param options values of options by title
   */
  public record ImportedVariant(VariantInput input, Map<String, String> options) {

    /** Variant with a value for each option of a new product, in their order. */
    private VariantInput ofNew(List<String> titles) {
      return input.withOptions(
          titles.stream()
              .map(title -> new VariantInput.Value(null, String.valueOf(options.get(title))))
              .toList());
    }

    /** Variant with the ids of the options. */
    private VariantInput of(ExistingProduct state) {
      return input.withOptions(
          state.options().stream()
              .filter(option -> options.containsKey(option.title()))
              .map(option ->
                  new VariantInput.Value(option.id(), String.valueOf(options.get(option.title()))))
              .toList());
    }
  }

  public Future<Void> write(SqlConnection db, CallContext context, Collection<Imported> imported) {
    List<String> existing =
        imported.stream().map(Imported::existingId).filter(Objects::nonNull).distinct().toList();
    return writer
        .write(
            db,
            context,
            keys(imported),
            existing,
            (writing, states) -> {
              imported.forEach(product -> decide(writing, states, product));
              return writing;
            })
        .mapEmpty();
  }

  private static ReferencedKeys keys(Collection<Imported> imported) {
    ReferencedKeys keys =
        ReferencedKeys.ofProducts(
            imported.stream().map(Imported::input).filter(Objects::nonNull).toList());
    for (Imported product : imported) {
      keys.addVariants(product.created().stream().map(ImportedVariant::input).toList());
      keys.addVariants(product.changed().stream().map(ImportedVariant::input).toList());
    }
    return keys;
  }

  static void decide(
      ProductChangeSet writing, Map<String, ExistingProduct> states, Imported product) {
    @Nullable ProductInput input = product.input();
    if (product.existingId() != null) {
      @Nullable ExistingProduct state = states.get(product.existingId());
      if (state == null) {
        throw ProductViews.notFound(product.existingId());
      }
      change(writing, state, product);
    } else if (input != null) {
      writing.create(
          input,
          product.created().stream().map(variant -> variant.ofNew(input.options())).toList());
    }
  }

  private static void change(ProductChangeSet writing, ExistingProduct state, Imported product) {
    if (product.input() != null) {
      writing.update(state, product.input());
    }
    Map<@Nullable String, VariantInput> changed = new HashMap<>();
    product.changed().forEach(variant -> changed.put(variant.input().id(), variant.of(state)));
    Set<Map<String, String>> taken = new HashSet<>();
    for (ExistingProduct.Variant variant : state.variants()) {
      @Nullable VariantInput input = changed.remove(variant.id());
      taken.add(
          input == null
              ? variant.combination()
              : writing
                  .variants()
                  .update(
                      state,
                      // The CSV has no columns for quantity ranges: such prices stay.
                      variant.withPricesForAnyQuantity(),
                      input,
                      VariantChangeSet.SAME_RANK));
    }
    changed.keySet().stream()
        .findFirst()
        .ifPresent(removed -> {
          throw VariantViews.notFound(removed);
        });
    writing
        .variants()
        .appendAll(
            state, taken, product.created().stream().map(variant -> variant.of(state)).toList());
  }
}
