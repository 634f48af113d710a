package dev.tradewind.catalog.product.read;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.StateTypes;
import dev.tradewind.catalog.inventory.StockScope;
import dev.tradewind.catalog.inventory.VariantAvailability;
import dev.tradewind.catalog.price.PricingContext;
import dev.tradewind.catalog.price.VariantPricing;
import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.outbox.StateSource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.Page;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.Counting;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Views of products and variants, with prices if they are among the selected fields. */
public final class ProductViews {

  static final String PRICES = "variants.prices";

  /** Fields of a product in the admin API. */
  public static final View ADMIN =
      View.of(
          ProductResources.PRODUCT,
          "categories",
          "collection",
          "images",
          "options",
          "options.values",
          "profiles",
          "sales_channels",
          "tags",
          "type",
          "variants",
          "variants.options",
          PRICES);

  private final ResourceReader reader;
  private final VariantPricing pricing;
  private final VariantAvailability availability;

  public ProductViews(
      ResourceReader reader, VariantPricing pricing, VariantAvailability availability) {
    this.reader = reader;
    this.pricing = pricing;
    this.availability = availability;
  }

  /** Adds what the channels of the scope have in stock of the products' variants. */
  public Future<Void> addAvailability(List<JsonObject> products, StockScope scope) {
    return availability.addTo(
        products.stream()
            .flatMap(product -> JsonArrays.objects(product.getJsonArray("variants")).stream())
            .toList(),
        scope);
  }

  public Future<Page> page(
      ListDefinition listing,
      JsonObject query,
      Selection requested,
      PricingContext context,
      Consumer<WhereClause> always,
      Counting counting) {
    return reader
        .list(listing, query, requested.without(PRICES), always, counting)
        .compose(page -> priced(page.rows(), context, requested).map(page));
  }

  /** Product with that id; fails with 404 if it does not exist. */
  public Future<JsonObject> get(
      String id, Selection requested, PricingContext context, Consumer<WhereClause> always) {
    WhereClause one = new WhereClause().add("t.deleted_at IS NULL").add("t.id = {}", id);
    always.accept(one);
    return reader
        .select(requested.without(PRICES), one, "")
        .compose(found -> {
          if (found.isEmpty()) {
            throw notFound(id);
          }
          return priced(found, context, requested).map(found.get(0));
        });
  }

  /** Reply with the product after a change by staff. */
  public Future<Reply> answer(String id, PricingContext context) {
    return get(id, ADMIN.written(), context, conditions -> {})
        .map(product -> Reply.ok("product", product));
  }

  /** Source of the states of products, as staff reads them, for the compacted topic. */
  public StateSource states() {
    return new StateSource(
        Topics.CATALOG, Topics.PRODUCT_STATE, StateTypes.PRODUCT, "product", this::read);
  }

  /** Without categories: a change of their members is no event of the product. */
  private Future<Map<String, JsonObject>> read(List<String> ids) {
    Selection requested = ADMIN.defaults().without("categories").whole();
    return reader
        .findAll(requested.without(PRICES), ids)
        .compose(found -> priced(found, PricingContext.NONE, requested).map(found))
        .map(found ->
            found.stream().collect(Collectors.toMap(one -> one.getString("id"), one -> one)));
  }

  private Future<Void> priced(
      List<JsonObject> products, PricingContext context, Selection requested) {
    return requested
        .relation(PRICES)
        .map(prices -> pricing.addTo(products, context, prices))
        .orElseGet(Future::succeededFuture);
  }

  public static Problem notFound(String id) {
    return Problem.notFound("Product with id: " + id + " was not found");
  }
}
