package dev.tradewind.cart;

import dev.tradewind.cart.completion.Completion;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeServices;
import dev.tradewind.model.cart.CartClient;
import dev.tradewind.model.catalog.CatalogClient;
import dev.tradewind.model.customer.CustomerClient;
import dev.tradewind.model.discount.DiscountClient;
import dev.tradewind.model.order.OrderClient;
import dev.tradewind.providers.Patience;
import dev.tradewind.providers.fulfillment.FulfillmentProviders;
import dev.tradewind.providers.payment.PaymentProviders;
import dev.tradewind.providers.tax.TaxProviders;
import io.vertx.core.Future;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;

/** Owns the cart schema and answers every operation of the cart verticle. */
public final class CartVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("cart");

  private final CartCaches caches = new CartCaches();
  private List<MessageConsumer<JsonObject>> changes = List.of();

  public CartVerticle(NodeServices node) {
    super(CartClient.ADDRESS, SCHEMA, node);
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationBus bus) {
    Clock clock = node().clock();
    CatalogClient catalog = new CatalogClient(bus);
    CustomerClient customers = new CustomerClient(bus);
    CartStore store = new CartStore(RecentCarts.of(vertx));
    DiscountClient discountClient = new DiscountClient(bus);
    TaxSource taxes = new TaxSource(TaxProviders.installed(), clock);
    CartContexts contexts = new CartContexts(catalog, customers, discountClient, caches, taxes);
    CartDiscounts discounts = new CartDiscounts(discountClient, customers, contexts);
    Quotes quotes = new Quotes(catalog, customers, contexts);
    Buyers buyers = new Buyers(customers);
    PaymentProviders providers = PaymentProviders.installed();
    PaymentSessions sessions = new PaymentSessions(providers);
    OrderClient orders = new OrderClient(bus);
    CartCommands commands =
        new CartCommands(
            pool,
            clock,
            store,
            contexts,
            discounts,
            sessions,
            orders,
            new AbandonedSessions(providers, contexts));
    CreateCart create = new CreateCart(pool, clock, store, contexts, buyers, quotes);
    UpdateCart update =
        new UpdateCart(
            commands,
            contexts,
            catalog,
            buyers,
            new UpdateAddresses(customers),
            new RegionChange(catalog),
            quotes,
            new EnterCodes(
                discounts,
                new CartGiftCards(discountClient, contexts),
                new CodeGuesses(pool, clock)));
    new CartService(pool, store, contexts, orders, commands, create, update)
        .bind(operations, internal);
    new LineItemService(commands, quotes).bind(operations);
    new DraftCarts(pool, store, contexts, commands, update, quotes).bind(internal);
    new TotalsExplanation(pool, store, contexts).bind(operations);
    ShippingQuotes shipping =
        new ShippingQuotes(FulfillmentProviders.installed(), new Patience(clock));
    new CreateDraftCart(
            pool,
            clock,
            store,
            contexts,
            catalog,
            buyers,
            new UpdateAddresses(customers),
            quotes,
            discounts,
            shipping)
        .bind(internal);
    new ShippingService(pool, store, commands, contexts, catalog, shipping).bind(operations);
    new PaymentSessionService(commands, contexts, sessions).bind(operations);
    Completion completing =
        new Completion(pool, bus, store, contexts, providers, node().meters(), clock);
    completing.bind(operations, internal);
    schedule(completing.reconciliation());
  }

  @Override
  protected Future<?> startWork(Pool pool, OperationBus bus) {
    changes = caches.listen(vertx.eventBus());
    caches.listenToCustomers(vertx.eventBus());
    return Future.all(changes.stream().map(MessageConsumer::completion).toList());
  }

  @Override
  protected Future<?> stopWork() {
    return Future.all(changes.stream().map(MessageConsumer::unregister).toList());
  }
}
