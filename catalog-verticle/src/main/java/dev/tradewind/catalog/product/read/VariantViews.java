package dev.tradewind.catalog.product.read;

import dev.tradewind.catalog.inventory.StockScope;
import dev.tradewind.catalog.inventory.VariantAvailability;
import dev.tradewind.catalog.price.PricingContext;
import dev.tradewind.catalog.price.PricingContexts;
import dev.tradewind.catalog.price.VariantPricing;
import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;

/** Variants in the admin API, of the whole store or of one product. */
public final class VariantViews {

  private static final String PRICES = "prices";

  private static final View VIEW =
      View.of(ProductResources.VARIANT, "product", PRICES, "options")
          .showingWhenNamed("variant_rank");

  private static final String SEARCH =
      """
      t.title ILIKE {}
      OR t.sku ILIKE {}
      OR EXISTS (
        SELECT FROM product
        WHERE product.id = t.product_id
          AND product.deleted_at IS NULL
          AND product.title ILIKE {}
      )
      """;

  private static final String INDEXED_SEARCH =
      """
      t.id = ANY (ARRAY(
        SELECT id FROM product_variant WHERE title ILIKE {} OR sku ILIKE {}
        UNION
        SELECT id
        FROM product_variant
        WHERE product_id = ANY (ARRAY(
          SELECT id FROM product WHERE deleted_at IS NULL AND title ILIKE {}
        ))
      ))
      """;

  private static final ListDefinition LISTING =
      ListDefinition.of(VIEW, 20)
          .filter("id", "title", "inventory_quantity", "manage_inventory", "allow_backorder")
          .indexedSearch(SEARCH, INDEXED_SEARCH)
          .declaredFields("variant")
          .build();

  private static final ListDefinition OF_PRODUCT =
      ListDefinition.of(View.of(ProductResources.VARIANT, "options", PRICES), 100)
          .filter(
              "id",
              "inventory_quantity",
              "manage_inventory",
              "allow_backorder",
              "created_at",
              "updated_at")
          .search("t.title ILIKE {} OR t.sku ILIKE {}")
          .declaredFields("variant")
          .build();

  private static final Selection PRODUCT =
      Selection.of(ProductResources.PRODUCT).withFields(Set.of());

  private final ResourceReader reader;
  private final VariantPricing pricing;
  private final VariantAvailability availability;
  private final PricingContexts contexts;

  public VariantViews(
      ResourceReader reader,
      VariantPricing pricing,
      VariantAvailability availability,
      PricingContexts contexts) {
    this.reader = reader;
    this.pricing = pricing;
    this.availability = availability;
    this.contexts = contexts;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListVariants", this::list)
        .on("adminGetVariant", this::get)
        .on("adminListProductVariants", this::listOfProduct);
  }

  private Future<Reply> list(Request request) {
    JsonObject query = request.query();
    Selection requested = VIEW.select(query);
    return contexts
        .of(request)
        .compose(context ->
            reader
                .list(LISTING, query, readable(requested), conditions -> {})
                .compose(page -> priced(page.rows(), context, requested).map(page)))
        .compose(page -> availability.addTo(page.rows(), StockScope.ALL).map(page))
        .map(page -> page.reply("variants"));
  }

  private Future<Reply> get(Request request) {
    String id = request.path("id");
    Selection requested = VIEW.select(request.query());
    return reader
        .find(readable(requested), id)
        .compose(found -> {
          JsonObject variant = found.orElseThrow(() -> notFound(id));
          return priced(List.of(variant), PricingContext.NONE, requested).map(variant);
        })
        .map(variant -> Reply.ok("variant", variant));
  }

  private Future<Reply> listOfProduct(Request request) {
    String id = request.path("id");
    return reader
        .find(PRODUCT, id)
        .compose(found -> {
          if (found.isEmpty()) {
            throw ProductViews.notFound(id);
          }
          return reader.list(
              OF_PRODUCT, request.query(), conditions -> conditions.add("t.product_id = {}", id));
        })
        .map(page -> page.reply("variants"));
  }

  /** Adds the product id to the selection, because pricing needs it. */
  private static Selection readable(Selection requested) {
    return requested.without(PRICES).plus("product_id");
  }

  private Future<Void> priced(
      List<JsonObject> variants, PricingContext context, Selection requested) {
    return requested
        .relation(PRICES)
        .map(prices -> pricing.addToVariants(variants, context, prices))
        .orElseGet(Future::succeededFuture)
        .onSuccess(done -> {
          if (!requested.shows("product_id")) {
            variants.forEach(variant -> variant.remove("product_id"));
          }
        });
  }

  public static Problem notFound(String id) {
    return Problem.notFound("Variant with id: " + id + " was not found");
  }
}
