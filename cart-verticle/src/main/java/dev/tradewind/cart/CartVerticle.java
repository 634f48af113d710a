package dev.tradewind.cart;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.retention.DataLimits;
import dev.tradewind.cart.command.CartCommandExecutor;
import dev.tradewind.cart.completion.Completion;
import dev.tradewind.cart.discount.ApplyCodes;
import dev.tradewind.cart.discount.CartDiscounts;
import dev.tradewind.cart.discount.CartGiftCards;
import dev.tradewind.cart.discount.CodeRateLimiter;
import dev.tradewind.cart.draft.CreateDraftCart;
import dev.tradewind.cart.draft.DraftCartService;
import dev.tradewind.cart.item.LineItemService;
import dev.tradewind.cart.operation.CartCustomerResolver;
import dev.tradewind.cart.operation.CartService;
import dev.tradewind.cart.operation.ChangeRegion;
import dev.tradewind.cart.operation.CreateCart;
import dev.tradewind.cart.operation.ExplainCartTotals;
import dev.tradewind.cart.operation.PaymentSessionService;
import dev.tradewind.cart.operation.UpdateAddresses;
import dev.tradewind.cart.operation.UpdateCart;
import dev.tradewind.cart.payment.PaymentSessionCleanup;
import dev.tradewind.cart.payment.PaymentSessions;
import dev.tradewind.cart.payment.SavedPaymentMethods;
import dev.tradewind.cart.privacy.CartPrivacy;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.DeletedDiscounts;
import dev.tradewind.cart.reference.ReferenceChanges;
import dev.tradewind.cart.reference.VariantQuoteService;
import dev.tradewind.cart.retention.AbandonedCartCleaner;
import dev.tradewind.cart.shipping.ShippingRateService;
import dev.tradewind.cart.shipping.ShippingRequirement;
import dev.tradewind.cart.shipping.ShippingService;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.cart.store.ErasedCartInvalidation;
import dev.tradewind.cart.store.RecentCartCache;
import dev.tradewind.cart.store.ReferenceChangeStore;
import dev.tradewind.cart.swap.PrepareSwapCart;
import dev.tradewind.cart.tax.TaxService;
import dev.tradewind.cart.view.CartResponses;
import dev.tradewind.kernel.changelog.ReplyCache;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.ratelimit.EndedCounterCleaner;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.providers.ProviderCalls;
import dev.tradewind.providers.fulfillment.FulfillmentProviders;
import dev.tradewind.providers.payment.PaymentProviders;
import dev.tradewind.providers.tax.TaxProviders;
import io.vertx.core.Future;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Cart verticle: owns the cart schema and serves all operations on carts. */
public final class CartVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("cart");

  private final DataLimits limits;
  private final boolean requiresShipping;
  private @Nullable CartReferenceLoader references;
  private @Nullable ReplyCache replies;
  private @Nullable MessageConsumer<JsonObject> erasures;

  public CartVerticle(NodeContext node) {
    this(node, DataLimits.STANDARD, false);
  }

  /**
   * @param requiresShipping whether shoppers choose how their goods are shipped before they order
   */
  public CartVerticle(NodeContext node, DataLimits limits, boolean requiresShipping) {
    super(CartClient.ADDRESS, SCHEMA, node);
    this.limits = limits;
    this.requiresShipping = requiresShipping;
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationClient bus) {
    Clock clock = node().clock();
    CatalogClient catalog = new CatalogClient(bus);
    CustomerClient customers = new CustomerClient(bus);
    CartStore store = new CartStore(RecentCartCache.of(vertx));
    DiscountClient discountClient = new DiscountClient(bus);
    TaxService taxes = new TaxService(TaxProviders.installed(), clock);
    ReferenceChanges changes = new ReferenceChanges(new ReferenceChangeStore(pool));
    ReplyCache cachedCarts =
        new ReplyCache(
            vertx,
            node().meters(),
            "cart-replies",
            changes.log(),
            node().responseCacheMegabytes(),
            Set.of());
    replies = cachedCarts;
    CartReferenceLoader referenceLoader =
        new CartReferenceLoader(catalog, customers, discountClient, changes, taxes);
    references = referenceLoader;
    DeletedDiscounts deletedDiscounts = new DeletedDiscounts(discountClient, referenceLoader);
    CartDiscounts discounts =
        new CartDiscounts(discountClient, customers, referenceLoader, deletedDiscounts);
    VariantQuoteService quotes = new VariantQuoteService(catalog, customers, referenceLoader);
    CartCustomerResolver customerResolver = new CartCustomerResolver(customers);
    PaymentProviders providers = PaymentProviders.installed();
    PaymentSessions sessions = new PaymentSessions(providers);
    OrderClient orders = new OrderClient(bus);
    CartResponses responses = new CartResponses(pool, bus);
    CartCommandExecutor commands =
        new CartCommandExecutor(
            pool,
            clock,
            store,
            referenceLoader,
            responses,
            discounts,
            deletedDiscounts,
            sessions,
            orders,
            new PaymentSessionCleanup(providers, referenceLoader));
    CreateCart create =
        new CreateCart(pool, clock, store, referenceLoader, customerResolver, quotes);
    UpdateCart update =
        new UpdateCart(
            commands,
            referenceLoader,
            catalog,
            customerResolver,
            new UpdateAddresses(customers),
            new ChangeRegion(catalog),
            quotes,
            new ApplyCodes(
                discounts,
                new CartGiftCards(discountClient, referenceLoader),
                new CodeRateLimiter(pool, clock)));
    new CartService(
            pool,
            store,
            referenceLoader,
            deletedDiscounts,
            responses,
            cachedCarts,
            commands,
            create,
            update)
        .bind(operations, internal);
    new CartPrivacy(pool, vertx.eventBus(), clock).bind(internal);
    new LineItemService(commands, quotes).bind(operations);
    new DraftCartService(
            pool, store, referenceLoader, deletedDiscounts, responses, commands, update, quotes)
        .bind(internal, bus);
    new ExplainCartTotals(pool, store, referenceLoader, deletedDiscounts).bind(operations);
    ShippingRateService shipping =
        new ShippingRateService(FulfillmentProviders.installed(), new ProviderCalls(clock));
    new CreateDraftCart(
            pool,
            clock,
            store,
            referenceLoader,
            catalog,
            customerResolver,
            new UpdateAddresses(customers),
            quotes,
            discounts,
            shipping)
        .bind(internal);
    new PrepareSwapCart(referenceLoader, catalog, customers, quotes, discounts, clock)
        .bind(internal);
    new ShippingService(pool, store, commands, referenceLoader, deletedDiscounts, catalog, shipping)
        .bind(operations);
    new PaymentSessionService(commands, referenceLoader, sessions).bind(operations);
    new SavedPaymentMethods(providers, new ProviderCalls(clock)).bind(operations);
    Completion completing =
        new Completion(
            pool,
            bus,
            store,
            referenceLoader,
            deletedDiscounts,
            commands,
            new ShippingRequirement(catalog, requiresShipping),
            providers,
            node().meters(),
            clock);
    completing.bind(operations, internal);
    schedule(completing.reconciliation());
    schedule(new EndedCounterCleaner(pool, clock).task());
    Duration retention = limits.carts();
    if (retention != null) {
      schedule(new AbandonedCartCleaner(pool, retention, clock).task());
    }
  }

  @Override
  protected Future<?> startBackground(Pool pool, OperationClient bus) {
    RecentCartCache carts = RecentCartCache.of(vertx);
    MessageConsumer<JsonObject> listening =
        ErasedCartInvalidation.listen(
            vertx.eventBus(),
            customerId -> {
              carts.invalidateOf(customerId);
              if (references != null && replies != null) {
                references.clearCustomers();
                replies.clear();
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
