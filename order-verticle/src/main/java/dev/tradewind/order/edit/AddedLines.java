package dev.tradewind.order.edit;

import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.api.discount.DiscountEvaluationRequest;
import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.pricing.AdditionalLines;
import dev.tradewind.providers.Providers;
import dev.tradewind.totals.LineDiscount;
import dev.tradewind.totals.TaxableLine;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;

/**
 * Lines that an edit adds to an order: a variant at the price, tax rates and discount conditions of
 * today, for the region and customer of the order. Stock is checked at the confirmation.
 */
final class AddedLines {

  /**
   * New line, with its form for the totals engine.
   *
   * @param decisions of hooks about its price
   */
  record Added(OrderLine line, TaxableLine priced, List<JsonObject> decisions) {}

  private final AdditionalLines lines;
  private final DiscountClient discounts;

  AddedLines(Pool pool, OperationClient bus, Providers taxProviders, Clock clock) {
    this.lines = new AdditionalLines(pool, bus, taxProviders, clock);
    this.discounts = new DiscountClient(bus);
  }

  Future<Added> quote(
      CallContext context,
      Order order,
      String editId,
      String variantId,
      int quantity,
      JsonObject metadata) {
    return lines
        .groups(context, order)
        .compose(groups ->
            lines
                .quote(
                    context,
                    order,
                    groups,
                    List.of(new QuoteRequest.Item(variantId, quantity)),
                    editId,
                    metadata,
                    id -> Problem.invalidData("Variant with id: " + id + " was not found"))
                .map(List::getFirst)
                .compose(quoted ->
                    discounted(context, order, groups, quoted.details(), quoted.quote())
                        .map(discounted -> added(quoted, discounted))));
  }

  /** Whether the discount of the order applies; its dates and usage do not matter any more. */
  private Future<Boolean> discounted(
      CallContext context,
      Order order,
      List<String> groups,
      LineItemDetails details,
      VariantQuote quote) {
    LineDiscount discount = order.snapshot().totalsInput().discount();
    if (discount == null || !details.allowDiscounts()) {
      return Future.succeededFuture(false);
    }
    JsonObject product = quote.variant().getJsonObject("product", new JsonObject());
    JsonArray tags = product.getJsonArray("tag_ids", new JsonArray());
    return discounts
        .evaluate(
            context,
            new DiscountEvaluationRequest(
                List.of(),
                List.of(discount.id()),
                order.regionId(),
                order.customerId(),
                groups,
                List.of(
                    new DiscountEvaluationRequest.Line(
                        details.id(),
                        product.getString("id"),
                        product.getString("type_id"),
                        product.getString("collection_id"),
                        JsonArrays.strings(tags)))))
        .map(evaluation ->
            evaluation.discounts().stream()
                .anyMatch(eligible ->
                    eligible.id().equals(discount.id())
                        && eligible.lineIds().contains(details.id())));
  }

  private static Added added(AdditionalLines.Quoted quoted, boolean discounted) {
    TaxableLine priced = quoted.priced();
    return new Added(
        quoted.line(),
        new TaxableLine(
            priced.id(),
            priced.unitPrice(),
            priced.quantity(),
            priced.includesTax(),
            priced.rates(),
            discounted),
        quoted.decisions());
  }
}
