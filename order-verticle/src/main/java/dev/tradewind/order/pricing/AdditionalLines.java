package dev.tradewind.order.pricing;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.catalog.ApplicableTaxRates;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.api.order.LineItemDetailsBuilder;
import dev.tradewind.api.order.OrderRegion;
import dev.tradewind.kernel.field.CheckedMetadataStore;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.providers.Providers;
import dev.tradewind.providers.hook.PriceHooks;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.hook.PriceQuestion;
import dev.tradewind.spi.tax.TaxLine;
import dev.tradewind.spi.tax.TaxRequest;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Line items that are added to an order after the sale: variants at the prices and tax rates of
 * today and of hooks, for the region and the customer of the order. Stock is not looked at.
 */
public final class AdditionalLines {

  private static final Ids IDS = Ids.of("item");

  /** New line item without discount, with its form for the totals engine. */
  public record Quoted(LineItemDetails details, TaxableLine priced, VariantQuote quote) {

    /** Line item at its own totals. */
    public OrderLine line() {
      TotalsInput alone = TotalsInput.of(List.of(priced), List.of());
      return OrderLine.sold(
          details,
          priced,
          CartTotals.of(alone).requireExact().line(details.id()),
          null,
          details.createdAt());
    }

    /** Decisions of hooks about its price, in the form that is recorded with the order. */
    public List<JsonObject> decisions() {
      List<JsonObject> about = quote.decisions();
      return about == null
          ? List.of()
          : about.stream().map(decision -> decision.copy().put("subject", details.id())).toList();
    }
  }

  private final Pool pool;
  private final CatalogClient catalog;
  private final CustomerClient customers;
  private final Providers taxProviders;
  private final PriceHooks prices;
  private final ProviderCalls calls;
  private final Clock clock;

  public AdditionalLines(Pool pool, OperationClient bus, Providers taxProviders, Clock clock) {
    this.pool = pool;
    this.catalog = new CatalogClient(bus);
    this.customers = new CustomerClient(bus);
    this.taxProviders = taxProviders;
    this.prices = new PriceHooks(taxProviders.hooks());
    this.calls = new ProviderCalls(clock);
    this.clock = clock;
  }

  /** Groups of the customer of the order, for prices and discounts. */
  public Future<List<String>> groups(CallContext context, Order order) {
    return customers
        .findCustomers(context, List.of(order.customerId()))
        .map(found ->
            found.stream()
                .flatMap(customer ->
                    JsonArrays.strings(customer.getJsonArray("group_ids", new JsonArray()))
                        .stream())
                .toList());
  }

  /**
   * One line item for each item, with its metadata completed by the declared fields.
   *
   * @param editId edit that adds them, if any
   * @param unknown problem of a variant that does not exist
   */
  public Future<List<Quoted>> quote(
      CallContext context,
      Order order,
      List<String> groups,
      List<QuoteRequest.Item> items,
      @Nullable String editId,
      JsonObject metadata,
      Function<String, Problem> unknown) {
    if (items.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return CheckedMetadataStore.ofNew(pool, "line_item", metadata)
        .compose(checked ->
            catalog
                .quoteVariants(
                    context, new QuoteRequest(order.regionId(), null, groups, items, true))
                .compose(quotes -> prices.priced(context, quotes, of -> asked(context, order, of)))
                .compose(quotes -> lines(context, order, items, editId, checked, quotes, unknown)));
  }

  private Future<List<Quoted>> lines(
      CallContext context,
      Order order,
      List<QuoteRequest.Item> items,
      @Nullable String editId,
      JsonObject metadata,
      List<VariantQuote> quotes,
      Function<String, Problem> unknown) {
    for (QuoteRequest.Item item : items) {
      if (quotes.stream().noneMatch(quote -> quote.variantId().equals(item.variantId()))) {
        throw unknown.apply(item.variantId());
      }
    }
    Map<String, VariantQuote> byLine = new LinkedHashMap<>();
    List<LineItemDetails> lines = new ArrayList<>();
    for (VariantQuote quote : quotes) {
      requirePrice(quote);
      LineItemDetails details = details(editId, quote, metadata);
      lines.add(details);
      byLine.put(details.id(), quote);
    }
    return rates(context, order, byLine)
        .map(rates ->
            lines.stream()
                .map(details ->
                    quoted(
                        details,
                        Objects.requireNonNull(byLine.get(details.id())),
                        rates.getOrDefault(details.id(), List.of())))
                .toList());
  }

  /** A guest has no account that a hook could know. */
  private Future<PriceQuestion> asked(
      CallContext context, Order order, List<PriceQuestion.Item> items) {
    return customers
        .findCustomers(context, List.of(order.customerId()))
        .map(found ->
            new PriceQuestion(
                null,
                order.regionId(),
                order.currencyCode(),
                found.stream().anyMatch(customer -> customer.getBoolean("has_account"))
                    ? order.customerId()
                    : null,
                items));
  }

  private static Quoted quoted(LineItemDetails details, VariantQuote quote, List<TaxRate> rates) {
    return new Quoted(
        details,
        new TaxableLine(
            details.id(),
            Objects.requireNonNull(quote.unitPrice()),
            quote.quantity(),
            quote.includesTax(),
            rates,
            false),
        quote);
  }

  private static void requirePrice(VariantQuote quote) {
    if (quote.unitPrice() == null) {
      throw Problem.invalidData(
          "Money amount for variant with id %s in the region of the order does not exist"
              .formatted(quote.variantId()));
    }
  }

  private static JsonObject product(VariantQuote quote) {
    return quote.variant().getJsonObject("product", new JsonObject());
  }

  private LineItemDetails details(
      @Nullable String editId, VariantQuote quote, JsonObject metadata) {
    JsonObject variant = quote.variant().copy();
    variant.remove("product");
    variant.remove("inventory_quantity");
    variant.remove("purchasable");
    JsonObject product = product(quote);
    return LineItemDetailsBuilder.builder()
        .id(IDS.next())
        .createdAt(Timestamps.now(clock))
        .title(Objects.requireNonNull(product.getString("title")))
        .description(variant.getString("title"))
        .thumbnail(product.getString("thumbnail"))
        .isGiftcard(product.getBoolean("is_giftcard", false))
        .shouldMerge(true)
        .allowDiscounts(product.getBoolean("discountable", true))
        .hasShipping(false)
        .variantId(quote.variantId())
        .orderEditId(editId)
        .metadata(metadata)
        .variant(variant)
        .build();
  }

  /**
   * The rates linked to the products, else the rate of the region, as its tax provider answers
   * them.
   */
  private Future<Map<String, List<TaxRate>>> rates(
      CallContext context, Order order, Map<String, VariantQuote> quotes) {
    String providerId = order.snapshot().region().document().getString("tax_provider_id");
    List<String> productIds = quotes.values().stream().map(AdditionalLines::productId).toList();
    return catalog
        .findTaxRates(context, order.regionId(), productIds, List.of())
        .compose(applicable ->
            calls.ask(
                "tax provider " + providerId,
                context.deadline(),
                () ->
                    taxProviders
                        .taxProvider(providerId)
                        .taxLines(
                            new ProviderCall(
                                quotes.keySet().iterator().next() + ":taxes", context.deadline()),
                            request(order, quotes, applicable))))
        .map(lines -> {
          Map<String, List<TaxRate>> rates = new HashMap<>();
          lines.forEach((lineId, taxes) ->
              rates.put(
                  lineId,
                  taxes.stream()
                      .map(line -> new TaxRate(line.percent(), line.name(), line.code()))
                      .toList()));
          return rates;
        });
  }

  private static String productId(VariantQuote quote) {
    return Objects.requireNonNull(product(quote).getString("id"));
  }

  private static TaxRequest request(
      Order order, Map<String, VariantQuote> quotes, ApplicableTaxRates applicable) {
    OrderRegion region = order.snapshot().region();
    Address address = order.snapshot().shippingAddress();
    BigDecimal percent = region.taxRate();
    List<TaxRate> ofRegion =
        List.of(new TaxRate(percent == null ? BigDecimal.ZERO : percent, "default", "default"));
    return new TaxRequest(
        order.cartId(),
        region.document(),
        order.currencyCode(),
        order.customerId(),
        address == null ? null : address.toJson(),
        quotes.entrySet().stream()
            .map(line -> {
              VariantQuote quote = line.getValue();
              String productId = productId(quote);
              return new TaxRequest.Item(
                  line.getKey(),
                  quote.variantId(),
                  productId,
                  Objects.requireNonNull(quote.unitPrice()),
                  quote.quantity(),
                  quote.includesTax(),
                  applicable.products().getOrDefault(productId, ofRegion).stream()
                      .map(rate -> new TaxLine(rate.percent(), rate.name(), rate.code()))
                      .toList());
            })
            .toList(),
        List.of());
  }
}
