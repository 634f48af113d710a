package dev.tradewind.cart.completion;

import dev.tradewind.api.order.OrderClient;
import dev.tradewind.cart.command.CartCommandExecutor;
import dev.tradewind.cart.item.CurrentPrices;
import dev.tradewind.cart.payment.PaymentNoticeStore;
import dev.tradewind.cart.reference.CartHooks;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.DeletedDiscounts;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.providers.Providers;
import dev.tradewind.spi.payment.PaymentProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Wiring of cart completion: the operation, the reconciliation of its payments, and what their
 * providers tell about them.
 */
public final class Completion {

  private final CompleteCart completeCart;
  private final PaymentReconciler reconciler;
  private final PaymentNotices notices;
  private final NoticeFeedReader feeds;

  /**
   * @param prices present ones, with which those of a cart are compared; null: they are not
   */
  public Completion(
      Pool pool,
      OperationClient bus,
      CartStore carts,
      PaymentNoticeStore noticeStore,
      CartReferenceLoader referenceLoader,
      DeletedDiscounts deletedDiscounts,
      CartCommandExecutor commands,
      CartHooks hooks,
      CompletionRule shipping,
      @Nullable CurrentPrices prices,
      Providers installed,
      MeterRegistry registry,
      BackgroundGate gate,
      Clock clock) {
    ProviderRegistry<PaymentProvider> providers = installed.payment();
    PaymentAttemptStore attempts = new PaymentAttemptStore();
    PaymentMeters meters = new PaymentMeters(registry, clock);
    PaymentAuthorizer payments = new PaymentAuthorizer(pool, attempts, providers, meters, clock);
    this.completeCart =
        new CompleteCart(
            pool,
            carts,
            referenceLoader,
            deletedDiscounts,
            commands,
            hooks,
            shipping,
            prices,
            payments,
            meters,
            new CheckoutMeters(registry),
            new OrderClient(bus),
            clock);
    this.reconciler =
        new PaymentReconciler(pool, attempts, payments, completeCart::completePaid, meters, clock);
    this.notices =
        new PaymentNotices(
            pool,
            noticeStore,
            carts,
            completeCart,
            payments,
            providers,
            new OrderClient(bus),
            gate,
            clock);
    this.feeds = new NoticeFeedReader(pool, installed.noticeFeeds(), gate, clock);
  }

  public void bind(Operations operations, Operations internal) {
    completeCart.bind(operations, internal);
    notices.bind(internal);
  }

  public List<BackgroundTask> tasks() {
    return List.of(reconciler.task(), notices.task(), feeds.task());
  }
}
