package dev.tradewind.cart;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.cart.command.CartCommandExecutor;
import dev.tradewind.cart.command.CartCommandPartsBuilder;
import dev.tradewind.cart.discount.ApplyCodes;
import dev.tradewind.cart.discount.CartDiscounts;
import dev.tradewind.cart.discount.CartGiftCards;
import dev.tradewind.cart.discount.CodeRateLimiter;
import dev.tradewind.cart.item.CurrentPrices;
import dev.tradewind.cart.operation.CartCustomerResolver;
import dev.tradewind.cart.operation.ChangeRegion;
import dev.tradewind.cart.operation.UpdateAddresses;
import dev.tradewind.cart.operation.UpdateCart;
import dev.tradewind.cart.payment.PaymentNoticeStore;
import dev.tradewind.cart.payment.PaymentSessionCleanup;
import dev.tradewind.cart.payment.PaymentSessions;
import dev.tradewind.cart.reference.CartHooks;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.DeletedDiscounts;
import dev.tradewind.cart.reference.ReferenceChanges;
import dev.tradewind.cart.reference.VariantQuoteService;
import dev.tradewind.cart.shipping.ShippingRateService;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.cart.store.RecentCartCache;
import dev.tradewind.cart.store.ReferenceChangeStore;
import dev.tradewind.cart.tax.TaxService;
import dev.tradewind.cart.view.CartResponses;
import dev.tradewind.kernel.changelog.ReplyCache;
import dev.tradewind.kernel.field.KnownFields;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.providers.Providers;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.Set;

/** Parts that the operations of the cart verticle share, each made once. */
final class SharedParts {

  private final Pool pool;
  private final OperationClient bus;
  private final MeterRegistry meters;
  private final Clock clock;
  private final CatalogClient catalog;
  private final CustomerClient customers;
  private final CartStore store;
  private final KnownFields fields;
  private final ReplyCache replies;
  private final CartReferenceLoader references;
  private final DeletedDiscounts deletedDiscounts;
  private final DiscountClient discountClient;
  private final CartDiscounts discounts;
  private final CartHooks hooks;
  private final VariantQuoteService quotes;
  private final CartCustomerResolver customerResolver;
  private final PaymentNoticeStore notices = new PaymentNoticeStore();
  private final PaymentSessions sessions;
  private final CartResponses responses;
  private final CartCommandExecutor commands;
  private final ShippingRateService shippingRates;

  SharedParts(
      Vertx vertx,
      Pool pool,
      OperationClient bus,
      NodeContext node,
      Providers providers,
      Clock clock) {
    this.pool = pool;
    this.bus = bus;
    this.meters = node.meters();
    this.clock = clock;
    this.catalog = new CatalogClient(bus);
    this.customers = new CustomerClient(bus);
    this.store = new CartStore(RecentCartCache.of(vertx));
    this.fields = new KnownFields(pool);
    this.discountClient = new DiscountClient(bus);
    ReferenceChanges changes = new ReferenceChanges(new ReferenceChangeStore(pool));
    this.replies =
        new ReplyCache(
            vertx, meters, "cart-replies", changes.log(), node.responseCacheMegabytes(), Set.of());
    this.references =
        new CartReferenceLoader(
            catalog, customers, discountClient, changes, new TaxService(providers, clock));
    this.deletedDiscounts = new DeletedDiscounts(discountClient, references);
    this.discounts = new CartDiscounts(discountClient, customers, references, deletedDiscounts);
    this.hooks = new CartHooks(providers.hooks(), references.regions());
    this.quotes = new VariantQuoteService(catalog, customers, references, hooks);
    this.customerResolver = new CartCustomerResolver(customers);
    this.sessions = new PaymentSessions(pool, providers.payment(), customers, notices);
    this.responses = new CartResponses(pool, bus);
    this.commands =
        new CartCommandExecutor(
            CartCommandPartsBuilder.builder()
                .pool(pool)
                .clock(clock)
                .store(store)
                .fields(fields)
                .references(references)
                .responses(responses)
                .discounts(discounts)
                .deletedDiscounts(deletedDiscounts)
                .sessions(sessions)
                .orders(new OrderClient(bus))
                .sessionCleanup(new PaymentSessionCleanup(providers.payment(), references))
                .build());
    this.shippingRates = new ShippingRateService(providers.fulfillment(), new ProviderCalls(clock));
  }

  UpdateCart updateCart() {
    return new UpdateCart(
        commands,
        references,
        catalog,
        customerResolver,
        new UpdateAddresses(customers),
        new ChangeRegion(catalog),
        prices(),
        new ApplyCodes(
            discounts,
            new CartGiftCards(discountClient, references),
            new CodeRateLimiter(pool, meters, clock)));
  }

  Pool pool() {
    return pool;
  }

  OperationClient bus() {
    return bus;
  }

  MeterRegistry meters() {
    return meters;
  }

  Clock clock() {
    return clock;
  }

  CatalogClient catalog() {
    return catalog;
  }

  CustomerClient customers() {
    return customers;
  }

  CartStore store() {
    return store;
  }

  KnownFields fields() {
    return fields;
  }

  ReplyCache replies() {
    return replies;
  }

  CartReferenceLoader references() {
    return references;
  }

  DeletedDiscounts deletedDiscounts() {
    return deletedDiscounts;
  }

  CartDiscounts discounts() {
    return discounts;
  }

  CurrentPrices prices() {
    return new CurrentPrices(quotes);
  }

  CartHooks hooks() {
    return hooks;
  }

  VariantQuoteService quotes() {
    return quotes;
  }

  CartCustomerResolver customerResolver() {
    return customerResolver;
  }

  PaymentNoticeStore notices() {
    return notices;
  }

  PaymentSessions sessions() {
    return sessions;
  }

  CartResponses responses() {
    return responses;
  }

  CartCommandExecutor commands() {
    return commands;
  }

  ShippingRateService shippingRates() {
    return shippingRates;
  }
}
