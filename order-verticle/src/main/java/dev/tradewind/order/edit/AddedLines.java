package dev.tradewind.order.edit;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.catalog.ApplicableTaxRates;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.api.discount.DiscountEvaluationRequest;
import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.api.order.OrderRegion;
import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.providers.ProviderCall;
import dev.tradewind.providers.ProviderCalls;
import dev.tradewind.providers.tax.TaxLine;
import dev.tradewind.providers.tax.TaxProviders;
import dev.tradewind.providers.tax.TaxRequest;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.LineDiscount;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Lines that an edit adds to an order: a variant at the price, tax rates and discount conditions of
 * today, for the region and customer of the order. Stock is checked at the confirmation.
 */
final class AddedLines {

  /** New line, with its form for the totals engine. */
  record Added(OrderLine line, TaxableLine priced) {}

  private final CatalogClient catalog;
  private final CustomerClient customers;
  private final DiscountClient discounts;
  private final TaxProviders taxProviders;
  private final ProviderCalls calls;
  private final Clock clock;

  AddedLines(OperationClient bus, TaxProviders taxProviders, Clock clock) {
    this.catalog = new CatalogClient(bus);
    this.customers = new CustomerClient(bus);
    this.discounts = new DiscountClient(bus);
    this.taxProviders = taxProviders;
    this.calls = new ProviderCalls(clock);
    this.clock = clock;
  }

  Future<Added> quote(
      CallContext context,
      Order order,
      String editId,
      String variantId,
      int quantity,
      JsonObject metadata) {
    return groups(context, order)
        .compose(groups ->
            catalog
                .quoteVariants(
                    context,
                    new QuoteRequest(
                        order.regionId(),
                        null,
                        groups,
                        List.of(new QuoteRequest.Item(variantId, quantity)),
                        true))
                .compose(quotes -> {
                  VariantQuote quote = require(quotes, variantId);
                  LineItemDetails details = details(editId, quote, metadata);
                  Future<List<TaxRate>> rates = rates(context, order, details, quote);
                  Future<Boolean> discounted = discounted(context, order, groups, details, quote);
                  return Future.all(rates, discounted)
                      .map(both -> added(details, quote, rates.result(), discounted.result()));
                }));
  }

  private Future<List<String>> groups(CallContext context, Order order) {
    return customers
        .findCustomers(context, List.of(order.customerId()))
        .map(found ->
            found.stream()
                .flatMap(customer ->
                    JsonArrays.strings(customer.getJsonArray("group_ids", new JsonArray()))
                        .stream())
                .toList());
  }

  private static VariantQuote require(List<VariantQuote> quotes, String variantId) {
    VariantQuote quote =
        quotes.stream()
            .findFirst()
            .orElseThrow(() ->
                new Problem.InvalidData("Variant with id: " + variantId + " was not found")
                    .toException());
    if (quote.unitPrice() == null) {
      throw new Problem.InvalidData(
              "Money amount for variant with id %s in the region of the order does not exist"
                  .formatted(variantId))
          .toException();
    }
    return quote;
  }

  private static JsonObject product(VariantQuote quote) {
    return quote.variant().getJsonObject("product", new JsonObject());
  }

  private LineItemDetails details(String editId, VariantQuote quote, JsonObject metadata) {
    JsonObject variant = quote.variant().copy();
    variant.remove("product");
    variant.remove("tag_ids");
    variant.remove("inventory_quantity");
    JsonObject product = product(quote);
    return new LineItemDetails(
        OrderEditContent.newLineId(),
        Timestamps.now(clock),
        Objects.requireNonNull(product.getString("title")),
        variant.getString("title"),
        product.getString("thumbnail"),
        product.getBoolean("is_giftcard", false),
        true,
        product.getBoolean("discountable", true),
        false,
        quote.variantId(),
        null,
        editId,
        metadata,
        variant);
  }

  /** The rates linked to the product, else that of the region, as the tax provider answers them. */
  private Future<List<TaxRate>> rates(
      CallContext context, Order order, LineItemDetails details, VariantQuote quote) {
    OrderRegion region = order.snapshot().region();
    String productId = Objects.requireNonNull(product(quote).getString("id"));
    String providerId = region.document().getString("tax_provider_id");
    return catalog
        .findTaxRates(context, order.regionId(), List.of(productId), List.of())
        .compose(applicable ->
            calls.ask(
                "tax provider " + providerId,
                context.deadline(),
                () ->
                    taxProviders
                        .get(providerId)
                        .taxLines(
                            new ProviderCall(details.id() + ":taxes", context.deadline()),
                            request(order, details, quote, productId, applicable))))
        .map(lines ->
            lines.getOrDefault(details.id(), List.of()).stream()
                .map(line -> new TaxRate(line.percent(), line.name(), line.code()))
                .toList());
  }

  private static TaxRequest request(
      Order order,
      LineItemDetails details,
      VariantQuote quote,
      String productId,
      ApplicableTaxRates applicable) {
    OrderRegion region = order.snapshot().region();
    Address address = order.snapshot().shippingAddress();
    BigDecimal percent = region.taxRate();
    TaxRate ofRegion =
        new TaxRate(percent == null ? BigDecimal.ZERO : percent, "default", "default");
    return new TaxRequest(
        order.cartId(),
        region.document(),
        order.currencyCode(),
        order.customerId(),
        address == null ? null : address.toJson(),
        List.of(
            new TaxRequest.Item(
                details.id(),
                quote.variantId(),
                productId,
                Objects.requireNonNull(quote.unitPrice()),
                quote.quantity(),
                quote.includesTax(),
                applicable.products().getOrDefault(productId, List.of(ofRegion)).stream()
                    .map(rate -> new TaxLine(rate.percent(), rate.name(), rate.code()))
                    .toList())),
        List.of());
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
    JsonObject product = product(quote);
    JsonArray tags = quote.variant().getJsonArray("tag_ids", new JsonArray());
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

  private static Added added(
      LineItemDetails details, VariantQuote quote, List<TaxRate> rates, boolean discounted) {
    TaxableLine priced =
        new TaxableLine(
            details.id(),
            Objects.requireNonNull(quote.unitPrice()),
            quote.quantity(),
            quote.includesTax(),
            rates,
            discounted);
    TotalsInput alone = TotalsInput.of(List.of(priced), List.of());
    Instant now = details.createdAt();
    return new Added(
        OrderLine.sold(details, priced, CartTotals.of(alone).line(details.id()), null, now),
        priced);
  }
}
