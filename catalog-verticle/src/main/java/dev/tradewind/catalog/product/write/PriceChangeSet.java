package dev.tradewind.catalog.product.write;

import dev.tradewind.catalog.product.model.ExistingProduct.StoredPrice;
import dev.tradewind.catalog.product.model.Price;
import dev.tradewind.catalog.product.model.PriceInput;
import dev.tradewind.catalog.product.write.ProductBatch.Part;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Changes to the default prices of a variant: which are kept, updated, inserted and deleted. */
final class PriceChangeSet {

  private static final Ids PRICES = Ids.of("ma");

  private final ProductChangeSet writing;
  private final ResolvedReferences references;

  PriceChangeSet(ProductChangeSet writing, ResolvedReferences references) {
    this.writing = writing;
    this.references = references;
  }

  /**
   * Replaces all prices by the given ones. A given price with an id, or with the place and
   * quantities of an existing one, updates that one.
   */
  void replace(String variantId, List<StoredPrice> current, List<PriceInput> requested) {
    Set<String> kept = new HashSet<>();
    for (PriceInput input : requested) {
      Price price = input.resolved(references::currencyOf);
      Optional<StoredPrice> same = same(current, kept, input.id(), price);
      if (same.isEmpty()) {
        writing
            .rows()
            .add(
                Part.NEW_PRICE,
                writing.newRow(PRICES.next()).mergeIn(price.toJson()).put("variant_id", variantId));
      } else {
        kept.add(same.get().id());
        if (!same.get().price().equals(price)) {
          writing.rows().add(Part.CHANGED_PRICE, price.toJson().put("id", same.get().id()));
        }
      }
    }
    current.stream()
        .map(StoredPrice::id)
        .filter(id -> !kept.contains(id))
        .forEach(writing.rows()::removePrice);
  }

  private static Optional<StoredPrice> same(
      List<StoredPrice> current, Set<String> taken, @Nullable String id, Price price) {
    if (id != null) {
      return Optional.of(
          current.stream()
              .filter(stored -> stored.id().equals(id))
              .findFirst()
              .orElseThrow(
                  () -> Problem.notFound("Money amount with id: " + id + " was not found")));
    }
    return current.stream()
        .filter(stored -> !taken.contains(stored.id()))
        .filter(stored -> stored.price().hasPlaceOf(price))
        .findFirst();
  }
}
