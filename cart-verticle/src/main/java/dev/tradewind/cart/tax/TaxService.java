package dev.tradewind.cart.tax;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tradewind.api.address.Address;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.providers.ProviderCall;
import dev.tradewind.providers.ProviderCalls;
import dev.tradewind.providers.tax.TaxLine;
import dev.tradewind.providers.tax.TaxProvider;
import dev.tradewind.providers.tax.TaxProviders;
import dev.tradewind.providers.tax.TaxRequest;
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
 * Has the tax provider of a region say what is due on a cart; the shop's own takes the rates of the
 * region as they are. Another's answer is remembered for seconds, for the same question only, and
 * never for placing an order.
 */
public final class TaxService {

  private static final Duration LIFE = Duration.ofSeconds(5);
  private static final int SIZE = 1_000;

  private final TaxProviders providers;
  private final ProviderCalls timeout;
  private final Cache<TaxRequest, Map<String, List<TaxLine>>> answers =
      Caffeine.newBuilder().expireAfterWrite(LIFE).maximumSize(SIZE).build();

  public TaxService(TaxProviders providers, Clock clock) {
    this.providers = providers;
    this.timeout = new ProviderCalls(clock);
  }

  /** For showing the cart. */
  public Future<CartTaxes> remembered(
      CallContext context, Cart cart, JsonObject region, CartTaxes linked) {
    return taxes(context, cart, region, linked, true);
  }

  /** For placing an order. */
  public Future<CartTaxes> fresh(
      CallContext context, Cart cart, JsonObject region, CartTaxes linked) {
    return taxes(context, cart, region, linked, false);
  }

  private Future<CartTaxes> taxes(
      CallContext context, Cart cart, JsonObject region, CartTaxes linked, boolean fromMemory) {
    boolean hasNothing = cart.items().isEmpty() && cart.shippingMethods().isEmpty();
    // The taxes of a completed cart are settled.
    if (hasNothing || cart.input() != null) {
      return Future.succeededFuture(linked);
    }
    String providerId = region.getString("tax_provider_id");
    TaxRequest question = question(cart, region, linked);
    Future<Map<String, List<TaxLine>>> lines =
        providerId == null
            ? providers
                .get(null)
                .taxLines(new ProviderCall(cart.id(), context.deadline()), question)
            : askOnce(context, providerId, question, fromMemory);
    return lines.transform(answer ->
        Future.succeededFuture(
            linked.with(
                answer.succeeded()
                    ? provided(question, answer.result())
                    : ProviderTaxes.missing(problem(answer.cause())))));
  }

  private Future<Map<String, List<TaxLine>>> askOnce(
      CallContext context, String providerId, TaxRequest question, boolean fromMemory) {
    Map<String, List<TaxLine>> known = fromMemory ? answers.getIfPresent(question) : null;
    return known == null ? ask(context, providerId, question) : Future.succeededFuture(known);
  }

  private Future<Map<String, List<TaxLine>>> ask(
      CallContext context, String providerId, TaxRequest question) {
    ProviderCall call = new ProviderCall(key(question), context.deadline());
    return timeout
        .ask(
            "tax provider " + providerId,
            call.deadline(),
            () -> {
              TaxProvider provider = providers.get(providerId);
              return provider.taxLines(call, question);
            })
        .onSuccess(lines -> answers.put(question, lines));
  }

  /** The same question has the same key, whoever asks. */
  private static String key(TaxRequest question) {
    byte[] content = question.toString().getBytes(StandardCharsets.UTF_8);
    return question.cartId() + ":taxes:" + UUID.nameUUIDFromBytes(content);
  }

  private static RuntimeException problem(Throwable failure) {
    return failure instanceof ProblemException refused ? refused : new CompletionException(failure);
  }

  private static ProviderTaxes provided(TaxRequest question, Map<String, List<TaxLine>> lines) {
    Set<String> asked = new HashSet<>();
    question.items().forEach(item -> asked.add(item.id()));
    question.shippingMethods().forEach(method -> asked.add(method.id()));
    Map<String, List<TaxRate>> rates = new HashMap<>();
    lines.forEach((id, due) ->
        rates.put(
            id,
            due.stream()
                .map(line -> new TaxRate(line.percent(), line.name(), line.code()))
                .toList()));
    return new ProviderTaxes(rates, asked, null);
  }

  private static TaxRequest question(Cart cart, JsonObject region, CartTaxes linked) {
    Address address = cart.shippingAddress();
    return new TaxRequest(
        cart.id(),
        region,
        Objects.requireNonNull(region.getString("currency_code")),
        cart.customerId(),
        address == null ? null : address.toJson(),
        cart.items().stream()
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
