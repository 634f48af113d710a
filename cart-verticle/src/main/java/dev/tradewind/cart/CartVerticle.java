package dev.tradewind.cart;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.event.ErasedCustomers;
import dev.tradewind.api.retention.DataLimits;
import dev.tradewind.cart.completion.Completion;
import dev.tradewind.cart.draft.CreateDraftCart;
import dev.tradewind.cart.draft.DraftCartService;
import dev.tradewind.cart.item.LineItemService;
import dev.tradewind.cart.operation.CartService;
import dev.tradewind.cart.operation.CreateCart;
import dev.tradewind.cart.operation.ExplainCartTotals;
import dev.tradewind.cart.operation.PaymentSessionService;
import dev.tradewind.cart.operation.UpdateAddresses;
import dev.tradewind.cart.operation.UpdateCart;
import dev.tradewind.cart.payment.PaymentNoticeStore;
import dev.tradewind.cart.payment.SavedPaymentMethods;
import dev.tradewind.cart.privacy.CartPrivacy;
import dev.tradewind.cart.retention.AbandonedCartCleaner;
import dev.tradewind.cart.shipping.ShippingRequirement;
import dev.tradewind.cart.shipping.ShippingService;
import dev.tradewind.cart.store.RecentCartCache;
import dev.tradewind.cart.swap.PrepareSwapCart;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.kernel.queue.QueueFacts;
import dev.tradewind.kernel.ratelimit.EndedCounterCleaner;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.providers.Providers;
import io.vertx.core.Future;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Cart verticle: owns the cart schema and serves all operations on carts. */
public final class CartVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("cart");

  private final Providers providers;
  private final DataLimits limits;
  private final CheckoutRules rules;
  private @Nullable SharedParts parts;
  private @Nullable MessageConsumer<JsonObject> erasures;

  public CartVerticle(NodeContext node, Providers providers) {
    this(node, providers, DataLimits.DEFAULT, CheckoutRules.DEFAULT);
  }

  public CartVerticle(
      NodeContext node, Providers providers, DataLimits limits, CheckoutRules rules) {
    super(CartClient.ADDRESS, SCHEMA, node);
    this.providers = providers;
    this.limits = limits;
    this.rules = rules;
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationClient bus) {
    Clock clock = node().clock();
    SharedParts shared = new SharedParts(vertx, pool, bus, node(), providers, clock);
    parts = shared;
    UpdateCart update = shared.updateCart();
    bindCarts(operations, internal, shared, update);
    bindDrafts(internal, shared, update);
    bindShippingAndPayment(operations, shared);
    Completion completing =
        new Completion(
            pool,
            bus,
            shared.store(),
            shared.notices(),
            shared.references(),
            shared.deletedDiscounts(),
            shared.commands(),
            shared.hooks(),
            new ShippingRequirement(shared.catalog(), rules.requiresShipping()),
            rules.quotesAgain() ? shared.prices() : null,
            providers,
            node().meters(),
            node().gate(),
            clock);
    completing.bind(operations, internal);
    completing.tasks().forEach(this::schedule);
    show(QueueFacts.of(PaymentNoticeStore.QUEUE));
    schedule(new EndedCounterCleaner(pool, clock).task());
    serveFields(pool);
    Duration retention = limits.carts();
    if (retention != null) {
      schedule(new AbandonedCartCleaner(pool, retention, clock).task());
    }
  }

  private void bindCarts(
      Operations operations, Operations internal, SharedParts parts, UpdateCart update) {
    Pool pool = parts.pool();
    new CartService(
            pool,
            parts.store(),
            parts.references(),
            parts.deletedDiscounts(),
            parts.responses(),
            parts.replies(),
            parts.commands(),
            new CreateCart(
                pool,
                parts.clock(),
                parts.store(),
                parts.fields(),
                parts.references(),
                parts.customerResolver(),
                parts.quotes(),
                parts.hooks(),
                parts.meters()),
            update)
        .bind(operations, internal);
    new CartPrivacy(pool, vertx.eventBus(), parts.clock()).bind(internal);
    new LineItemService(parts.commands(), parts.quotes(), parts.hooks()).bind(operations);
    new ExplainCartTotals(pool, parts.store(), parts.references(), parts.deletedDiscounts())
        .bind(operations);
  }

  private static void bindDrafts(Operations internal, SharedParts parts, UpdateCart update) {
    new DraftCartService(
            parts.pool(),
            parts.store(),
            parts.references(),
            parts.deletedDiscounts(),
            parts.responses(),
            parts.commands(),
            update,
            parts.quotes())
        .bind(internal, parts.bus());
    new CreateDraftCart(
            parts.pool(),
            parts.clock(),
            parts.store(),
            parts.fields(),
            parts.references(),
            parts.catalog(),
            parts.customerResolver(),
            new UpdateAddresses(parts.customers()),
            parts.quotes(),
            parts.discounts(),
            parts.shippingRates())
        .bind(internal);
    new PrepareSwapCart(
            parts.pool(),
            parts.references(),
            parts.catalog(),
            parts.customers(),
            parts.quotes(),
            parts.hooks(),
            parts.discounts(),
            parts.clock())
        .bind(internal);
  }

  private void bindShippingAndPayment(Operations operations, SharedParts parts) {
    new ShippingService(
            parts.pool(),
            parts.store(),
            parts.commands(),
            parts.references(),
            parts.deletedDiscounts(),
            parts.catalog(),
            parts.shippingRates(),
            parts.hooks())
        .bind(operations);
    new PaymentSessionService(parts.commands(), parts.references(), parts.sessions())
        .bind(operations);
    new SavedPaymentMethods(
            providers.payment(), parts.customers(), new ProviderCalls(parts.clock()))
        .bind(operations);
  }

  @Override
  protected Future<?> startBackground(Pool pool, OperationClient bus) {
    RecentCartCache carts = RecentCartCache.of(vertx);
    MessageConsumer<JsonObject> listening =
        ErasedCustomers.listen(
            vertx.eventBus(),
            customerIds -> {
              customerIds.forEach(carts::invalidateOf);
              if (parts != null) {
                parts.references().customers().clear();
                parts.replies().clear();
              }
            });
    erasures = listening;
    return listening.completion();
  }

  @Override
  protected Future<?> stopBackground() {
    return erasures == null ? Future.succeededFuture() : erasures.unregister();
  }
}
