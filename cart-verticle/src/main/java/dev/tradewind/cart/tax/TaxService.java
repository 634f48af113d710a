package dev.tradewind.cart.tax;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tradewind.api.address.Address;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.providers.Providers;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.tax.TaxLine;
import dev.tradewind.spi.tax.TaxProvider;
import dev.tradewind.spi.tax.TaxRequest;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;

/**
 * Tax lines of a cart from the tax provider of its region; the built-in provider applies the rates
 * of the region. Answers of other providers are cached for seconds, per equal request, and never
 * used for placing an order.
 */
public final class TaxService {

  private static final Duration LIFE = Duration.ofSeconds(5);
  private static final int SIZE = 1_000;

  private final Providers providers;
  private final ProviderCalls timeout;
  private final Cache<TaxRequest, Map<String, List<TaxLine>>> answers =
      Caffeine.newBuilder().expireAfterWrite(LIFE).maximumSize(SIZE).build();

  public TaxService(Providers providers, Clock clock) {
    this.providers = providers;
    this.timeout = new ProviderCalls(clock);
  }

  /** Taxes for showing the cart, perhaps cached. */
  public Future<CartTaxes> cached(
      CallContext context, Cart cart, JsonObject region, CartTaxes linked) {
    return taxes(context, cart, region, linked, true);
  }

  /** Current taxes for placing an order. */
  public Future<CartTaxes> fresh(
      CallContext context, Cart cart, JsonObject region, CartTaxes linked) {
    return taxes(context, cart, region, linked, false);
  }

  private Future<CartTaxes> taxes(
      CallContext context, Cart cart, JsonObject region, CartTaxes linked, boolean fromCache) {
    boolean hasNothing = cart.items().isEmpty() && cart.shippingMethods().isEmpty();
    // The taxes of a completed cart are final.
    if (hasNothing || cart.input() != null) {
      return Future.succeededFuture(linked);
    }
    String providerId = region.getString("tax_provider_id");
    TaxRequest taxRequest = taxRequest(cart, region, linked);
    Future<Map<String, List<TaxLine>>> lines =
        providerId == null
            ? providers
                .taxProvider(null)
                .taxLines(new ProviderCall(cart.id(), context.deadline()), taxRequest)
            : cachedOrRequested(context, providerId, taxRequest, fromCache);
    return lines.transform(answer ->
        Future.succeededFuture(
            linked.with(
                answer.succeeded()
                    ? provided(taxRequest, answer.result())
                    : ProviderTaxes.missing(problem(answer.cause())))));
  }

  private Future<Map<String, List<TaxLine>>> cachedOrRequested(
      CallContext context, String providerId, TaxRequest taxRequest, boolean fromCache) {
    Map<String, List<TaxLine>> cached = fromCache ? answers.getIfPresent(taxRequest) : null;
    if (cached == null) {
      return request(context, providerId, taxRequest);
    }
    return Future.succeededFuture(cached);
  }

  private Future<Map<String, List<TaxLine>>> request(
      CallContext context, String providerId, TaxRequest taxRequest) {
    ProviderCall call = new ProviderCall(key(taxRequest), context.deadline());
    return timeout
        .ask(
            "tax provider " + providerId,
            call.deadline(),
            () -> {
              TaxProvider provider = providers.taxProvider(providerId);
              return provider.taxLines(call, taxRequest);
            })
        .onSuccess(lines -> answers.put(taxRequest, lines));
  }

  /** Idempotency key: equal requests have the same one. */
  private static String key(TaxRequest taxRequest) {
    byte[] content = taxRequest.toString().getBytes(StandardCharsets.UTF_8);
    return taxRequest.cartId() + ":taxes:" + UUID.nameUUIDFromBytes(content);
  }

  private static RuntimeException problem(Throwable failure) {
    return failure instanceof Problem refused ? refused : new CompletionException(failure);
  }

  private static ProviderTaxes provided(TaxRequest taxRequest, Map<String, List<TaxLine>> lines) {
    Set<String> requestedIds = new HashSet<>();
    taxRequest.items().forEach(item -> requestedIds.add(item.id()));
    taxRequest.shippingMethods().forEach(method -> requestedIds.add(method.id()));
    Map<String, List<TaxRate>> rates = new HashMap<>();
    lines.forEach((id, due) ->
        rates.put(
            id,
            due.stream()
                .map(line -> new TaxRate(line.percent(), line.name(), line.code()))
                .toList()));
    return new ProviderTaxes(rates, requestedIds, null);
  }

  private static TaxRequest taxRequest(Cart cart, JsonObject region, CartTaxes linked) {
    Address address = cart.shippingAddress();
    return new TaxRequest(
        cart.id(),
        region,
        Objects.requireNonNull(region.getString("currency_code")),
        cart.customerId(),
        address == null ? null : address.toJson(),
        cart.items().stream()
            .filter(item -> !item.isReturn())
            .map(item ->
                new TaxRequest.Item(
                    item.id(),
                    item.variantId(),
                    item.productId(),
                    item.unitPrice(),
                    item.quantity(),
                    item.includesTax(),
                    lines(linked.linked(item))))
            .toList(),
        cart.shippingMethods().stream()
            .map(method ->
                new TaxRequest.Method(
                    method.id(),
                    method.shippingOptionId(),
                    method.price(),
                    method.includesTax(),
                    lines(linked.ofOption(method.shippingOptionId()))))
            .toList());
  }

  private static List<TaxLine> lines(List<TaxRate> rates) {
    return rates.stream()
        .map(rate -> new TaxLine(rate.percent(), rate.name(), rate.code()))
        .toList();
  }
}
