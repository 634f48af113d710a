package dev.tradewind.catalog.product.write;

import dev.tradewind.catalog.product.model.PriceInput;
import dev.tradewind.catalog.product.model.ProductInput;
import dev.tradewind.catalog.product.model.ProductInput.ReferenceChange;
import dev.tradewind.catalog.product.model.VariantInput;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Keys of other rows in product documents, collected so that each is looked up once. */
final class ReferencedKeys {

  final Set<String> types = new TreeSet<>();
  final Set<String> tags = new TreeSet<>();
  final Set<String> collections = new TreeSet<>();
  final Set<String> salesChannels = new TreeSet<>();
  final Set<String> regions = new TreeSet<>();

  private ReferencedKeys() {}

  static ReferencedKeys none() {
    return new ReferencedKeys();
  }

  /** Keys of whole products; fails with the problem if a price has no place or two. */
  static ReferencedKeys ofProducts(Collection<ProductInput> inputs) {
    ReferencedKeys keys = new ReferencedKeys();
    inputs.forEach(keys::addProduct);
    return keys;
  }

  /** Keys of variants; fails with the problem if a price has no place or two. */
  static ReferencedKeys ofVariants(Collection<VariantInput> inputs) {
    ReferencedKeys keys = new ReferencedKeys();
    keys.addVariants(inputs);
    return keys;
  }

  private void addProduct(ProductInput input) {
    add(types, input.type());
    add(collections, input.collection());
    addAll(tags, input.links().tags());
    addAll(salesChannels, input.links().salesChannels());
    addVariants(Objects.requireNonNullElse(input.variants(), List.of()));
  }

  void addVariants(Collection<VariantInput> inputs) {
    for (VariantInput variant : inputs) {
      for (PriceInput price : variant.pricesOrNone()) {
        price.requireOnePlace();
        addAll(regions, price.regionId() == null ? null : List.of(price.regionId()));
      }
    }
  }

  private static void add(Set<String> keys, @Nullable ReferenceChange change) {
    if (change != null && change.key() != null) {
      keys.add(change.key());
    }
  }

  private static void addAll(Set<String> keys, @Nullable List<String> found) {
    if (found != null) {
      keys.addAll(found);
    }
  }

  boolean hasLabels() {
    return !types.isEmpty() || !tags.isEmpty();
  }
}
