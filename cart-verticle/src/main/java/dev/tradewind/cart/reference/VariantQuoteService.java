package dev.tradewind.cart.reference;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.problem.ShopProblems;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Quotes of variants: current price and stock, as of the last commit before the operation began.
 * The placement of an order takes the stock, regardless of the quote.
 */
public final class VariantQuoteService {

  private final CatalogClient catalog;
  private final CustomerClient customers;
  private final CartReferenceLoader referenceLoader;
  private final CartHooks hooks;

  public VariantQuoteService(
      CatalogClient catalog,
      CustomerClient customers,
      CartReferenceLoader referenceLoader,
      CartHooks hooks) {
    this.hooks = hooks;
    this.catalog = catalog;
    this.customers = customers;
    this.referenceLoader = referenceLoader;
  }

  /** Quotes for the cart's region, sales channel and customer, at the prices of hooks. */
  public Future<List<VariantQuote>> of(
      CallContext context, Cart cart, List<QuoteRequest.Item> items) {
    if (items.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return groups(context, cart)
        .compose(groups -> request(context, cart, groups, items))
        .compose(quotes -> hooks.priced(context, cart, quotes));
  }

  private Future<List<VariantQuote>> request(
      CallContext context, Cart cart, List<String> groups, List<QuoteRequest.Item> items) {
    VariantReferences.Terms terms =
        new VariantReferences.Terms(cart.regionId(), cart.salesChannelId(), groups);
    return cached(terms, items)
        .map(Future::succeededFuture)
        .orElseGet(() -> {
          long position = referenceLoader.position();
          return read(context, cart, groups, items)
              .onSuccess(quotes ->
                  quotes.forEach(
                      quote -> referenceLoader.variants().cacheQuote(position, terms, quote)));
        });
  }

  /** Quotes of all items from what is cached; nothing if one of them is not. */
  private Optional<List<VariantQuote>> cached(
      VariantReferences.Terms terms, List<QuoteRequest.Item> items) {
    Map<String, Long> quantities =
        items.stream()
            .collect(
                Collectors.groupingBy(
                    QuoteRequest.Item::variantId,
                    Collectors.summingLong(QuoteRequest.Item::quantity)));
    Map<String, VariantQuote> known =
        referenceLoader.variants().knownQuotes(terms, quantities.keySet());
    List<VariantQuote> quotes = new ArrayList<>(items.size());
    for (QuoteRequest.Item item : items) {
      VariantQuote quote = known.get(item.variantId());
      if (quote == null || !quote.holdsFor(item.quantity())) {
        return Optional.empty();
      }
      quotes.add(
          quote.of(item.quantity(), Objects.requireNonNull(quantities.get(item.variantId()))));
    }
    return Optional.of(quotes);
  }

  private Future<List<VariantQuote>> read(
      CallContext context, Cart cart, List<String> groups, List<QuoteRequest.Item> items) {
    Set<String> ids = items.stream().map(QuoteRequest.Item::variantId).collect(Collectors.toSet());
    Map<String, JsonObject> known = referenceLoader.variants().known(cart.salesChannelId(), ids);
    long position = referenceLoader.position();
    boolean allKnown = known.keySet().containsAll(ids);
    QuoteRequest request =
        new QuoteRequest(cart.regionId(), cart.salesChannelId(), groups, items, !allKnown);
    if (allKnown) {
      return catalog.quoteVariants(context, request, known);
    }
    return catalog
        .quoteVariants(context, request)
        .onSuccess(quotes ->
            referenceLoader
                .variants()
                .cache(
                    position,
                    cart.salesChannelId(),
                    quotes.stream().map(VariantQuote::variant).toList()));
  }

  /** Only customers with an account can have prices of a group. */
  private Future<List<String>> groups(CallContext context, Cart cart) {
    String customerId = cart.customerId();
    if (customerId == null || !cart.customerHasAccount()) {
      return Future.succeededFuture(List.of());
    }
    return customers
        .findCustomers(context, List.of(customerId))
        .map(found ->
            found.stream()
                .flatMap(customer -> customer.getJsonArray("group_ids", new JsonArray()).stream())
                .map(String::valueOf)
                .toList());
  }

  public static Optional<VariantQuote> find(
      List<VariantQuote> quotes, @Nullable String variantId, int quantity) {
    return quotes.stream()
        .filter(quote -> quote.variantId().equals(variantId) && quote.quantity() == quantity)
        .findFirst();
  }

  /**
   * Requires each item to be on sale, with a price and in stock.
   *
   * @throws dev.tradewind.kernel.operation.Problem for the first violated rule
   */
  public static void requireAddable(List<QuoteRequest.Item> requested, List<VariantQuote> quotes) {
    requirePriced(requested, onSale(quotes));
    requireCovered(quotes);
  }

  /** Quotes of variants that shoppers may buy; others do not exist for them. */
  public static List<VariantQuote> onSale(List<VariantQuote> quotes) {
    return quotes.stream()
        .filter(quote -> quote.inSalesChannel() && CatalogVariant.isPublished(product(quote)))
        .toList();
  }

  /** Requires each item to exist with a price. */
  public static void requirePriced(List<QuoteRequest.Item> requested, List<VariantQuote> quotes) {
    requireKnown(requested, quotes);
    for (QuoteRequest.Item item : requested) {
      VariantQuote quote = find(quotes, item.variantId(), item.quantity()).orElseThrow();
      if (quote.unitPrice() == null) {
        throw Problem.invalidData(
            "Cannot generate line item for variant \""
                + quote.variant().getString("title")
                + "\" without a price");
      }
    }
  }

  public static void requireKnown(List<QuoteRequest.Item> requested, List<VariantQuote> quotes) {
    List<String> unknown =
        requested.stream()
            .filter(item -> find(quotes, item.variantId(), item.quantity()).isEmpty())
            .map(QuoteRequest.Item::variantId)
            .distinct()
            .toList();
    if (!unknown.isEmpty()) {
      throw Problem.invalidData(
          "Unable to generate the line items, some variant has not been found: "
              + String.join(", ", unknown));
    }
  }

  public static void requireCovered(List<VariantQuote> quotes) {
    for (VariantQuote quote : quotes) {
      if (!quote.inStock()) {
        throw ShopProblems.insufficientInventory(
            "Variant with id: " + quote.variantId() + " does not have the required inventory");
      }
    }
  }

  public static JsonObject product(VariantQuote quote) {
    return Objects.requireNonNull(quote.variant().getJsonObject("product"));
  }
}
