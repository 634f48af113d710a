package dev.tradewind.catalog.product;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.catalog.product.ProductBatch.Part;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.audit.AuditEntry;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
   * quantities of an existing one, updates that one. Returns an entry of the audit log if a price
   * changes.
   */
  Optional<AuditEntry> replace(
      String variantId, List<ExistingProduct.Price> present, List<JsonObject> wanted) {
    Set<String> kept = new HashSet<>();
    JsonArray after = new JsonArray();
    for (JsonObject price : wanted) {
      JsonObject row = row(price);
      after.add(row.copy());
      Optional<ExistingProduct.Price> same = same(present, kept, price.getString("id"), row);
      if (same.isPresent()) {
        kept.add(same.get().id());
        if (!same.get().says(row)) {
          writing.rows().add(Part.CHANGED_PRICE, row.put("id", same.get().id()));
        }
      } else {
        writing
            .rows()
            .add(
                Part.NEW_PRICE,
                writing.newRow(PRICES.next()).mergeIn(row).put("variant_id", variantId));
      }
    }
    present.stream()
        .map(ExistingProduct.Price::id)
        .filter(id -> !kept.contains(id))
        .forEach(writing.rows()::removePrice);
    JsonArray before = new JsonArray(present.stream().map(ExistingProduct.Price::toJson).toList());
    return texts(before).equals(texts(after))
        ? Optional.empty()
        : Optional.of(
            AuditAction.PRICE_CHANGE
                .on(variantId)
                .changing(
                    new JsonObject().put("prices", before), new JsonObject().put("prices", after)));
  }

  private static Set<String> texts(JsonArray prices) {
    return JsonArrays.objects(prices).stream().map(JsonObject::encode).collect(Collectors.toSet());
  }

  private JsonObject row(JsonObject price) {
    String region = price.getString("region_id");
    return new JsonObject()
        .put(
            "currency_code",
            region == null
                ? price.getString("currency_code").toLowerCase(Locale.ROOT)
                : references.currencyOf(region))
        .put("region_id", region)
        .put("amount", ProductChangeSet.whole("amount", price.getValue("amount")))
        .put("min_quantity", ProductChangeSet.whole("min_quantity", price.getValue("min_quantity")))
        .put(
            "max_quantity", ProductChangeSet.whole("max_quantity", price.getValue("max_quantity")));
  }

  private static Optional<ExistingProduct.Price> same(
      List<ExistingProduct.Price> present, Set<String> taken, @Nullable String id, JsonObject row) {
    if (id != null) {
      return Optional.of(
          present.stream()
              .filter(price -> price.id().equals(id))
              .findFirst()
              .orElseThrow(() ->
                  new Problem.NotFound("Money amount with id: " + id + " was not found")
                      .toException()));
    }
    return present.stream()
        .filter(price -> !taken.contains(price.id()))
        .filter(price ->
            price.isFor(
                row.getString("currency_code"),
                row.getString("region_id"),
                row.getInteger("min_quantity"),
                row.getInteger("max_quantity")))
        .findFirst();
  }
}
