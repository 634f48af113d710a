package dev.tradewind.catalog.product;

import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
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

  private final EventBus eventBus;
  private final Clock clock;

  public ImportedProducts(EventBus eventBus, Clock clock) {
    this.eventBus = eventBus;
    this.clock = clock;
  }

  /**
   * Product to write.
   *
   * @param id absent to generate one
   * @param isPresent whether the product exists
   * @param body fields of the product; absent if only its variants change. A field that is not
   *     mentioned stays as it is, or gets its default
   * @param options option titles of a new product
   * @param made new variants, each with its {@code options} by title
   * @param changed existing variants, in the same form
   */
  public record Imported(
      @Nullable String id,
      boolean isPresent,
      @Nullable JsonObject body,
      List<String> options,
      List<JsonObject> made,
      List<JsonObject> changed) {}

  /** Ids of written rows, to be announced after the commit. */
  public record Written(Set<String> products, Set<String> variants, List<String> inventoryItems) {}

  public Future<Written> write(
      SqlConnection db, CallContext context, Collection<Imported> imported) {
    Instant now = Timestamps.now(clock);
    List<String> present =
        imported.stream()
            .filter(Imported::isPresent)
            .map(product -> Objects.requireNonNull(product.id()))
            .distinct()
            .toList();
    return ResolvedReferences.find(db, names(imported), now)
        .compose(references ->
            (present.isEmpty()
                    ? Future.succeededFuture(Map.<String, ExistingProduct>of())
                    : ProductStore.lock(db, present))
                .compose(states -> {
                  ProductChangeSet writing = new ProductChangeSet(context, now, references);
                  imported.forEach(product -> decide(writing, states, product));
                  ProductBatch rows = writing.rows();
                  return ProductWriteService.write(db, context, now, references, rows)
                      .map(items -> new Written(rows.products(), rows.variants(), items));
                }));
  }

  /** Invalidates the caches. */
  public void announce(Written written) {
    CatalogCacheInvalidation.publishProducts(eventBus, written.products());
    ProductWriteService.announceItems(eventBus, written.inventoryItems());
    if (!written.variants().isEmpty()) {
      CatalogCacheInvalidation.publishVariants(eventBus, written.variants());
    }
  }

  private static ReferencedKeys names(Collection<Imported> imported) {
    return ReferencedKeys.ofProducts(
        imported.stream()
            .map(product -> {
              JsonObject named = product.body() == null ? new JsonObject() : product.body().copy();
              JsonArray variants = new JsonArray();
              product.made().forEach(variants::add);
              product.changed().forEach(variants::add);
              // Only prices contain references.
              return named.put("variants", variants);
            })
            .toList());
  }

  private static void decide(
      ProductChangeSet writing, Map<String, ExistingProduct> states, Imported product) {
    if (product.isPresent()) {
      ExistingProduct state = states.get(product.id());
      if (state == null) {
        throw ProductViews.notFound(String.valueOf(product.id()));
      }
      change(writing, state, product);
    } else if (product.body() != null) {
      make(writing, product, product.body());
    }
  }

  private static void make(ProductChangeSet writing, Imported product, JsonObject said) {
    JsonObject body = said.copy().put("id", product.id());
    JsonArray options = new JsonArray();
    product.options().forEach(title -> options.add(new JsonObject().put("title", title)));
    JsonArray variants = new JsonArray();
    for (JsonObject variant : product.made()) {
      JsonArray values = new JsonArray();
      product
          .options()
          .forEach(title ->
              values.add(
                  new JsonObject()
                      .put("value", variant.getJsonObject("options").getString(title))));
      variants.add(variant.copy().put("options", values));
    }
    writing.create(body.put("options", options).put("variants", variants), said::containsKey);
  }

  private static void change(ProductChangeSet writing, ExistingProduct state, Imported product) {
    if (product.body() != null) {
      writing.update(state, product.body(), product.body()::containsKey);
    }
    Map<String, JsonObject> changed = new HashMap<>();
    product.changed().forEach(body -> changed.put(body.getString("id"), body));
    Set<Map<String, String>> taken = new HashSet<>();
    for (ExistingProduct.Variant variant : state.variants()) {
      JsonObject body = changed.remove(variant.id());
      taken.add(
          body == null
              ? variant.combination()
              : writing
                  .variants()
                  .update(
                      state,
                      // The CSV has no columns for quantity ranges: such prices stay.
                      variant.withPricesForAnyQuantity(),
                      withValues(state, body),
                      VariantChangeSet.SAME_RANK));
    }
    changed.keySet().stream()
        .findFirst()
        .ifPresent(gone -> {
          throw VariantViews.notFound(gone);
        });
    writing
        .variants()
        .appendAll(
            state, taken, product.made().stream().map(made -> withValues(state, made)).toList());
  }

  /** Replaces option titles by ids. */
  private static JsonObject withValues(ExistingProduct state, JsonObject variant) {
    JsonObject byTitle = variant.getJsonObject("options");
    JsonArray values = new JsonArray();
    state
        .options()
        .forEach(option -> {
          if (byTitle.containsKey(option.title())) {
            values.add(
                new JsonObject()
                    .put("option_id", option.id())
                    .put("value", byTitle.getString(option.title())));
          }
        });
    return variant.copy().put("options", values);
  }
}
