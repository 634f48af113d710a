package dev.tradewind.order.draft;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.order.store.DraftOrderStore;
import dev.tradewind.order.view.DraftOrderView;
import dev.tradewind.order.view.OrderQueries;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Wiring of draft orders. */
public final class DraftModule {

  private final DraftOrders drafts;
  private final PayDraftOrder payment;
  private final DraftOrderEmailSync emails;

  public DraftModule(
      Pool pool, OperationClient bus, DraftOrderStore store, OrderQueries queries, Clock clock) {
    this.drafts = new DraftOrders(pool, store, new DraftOrderView(pool, bus), bus, clock);
    this.payment = new PayDraftOrder(pool, store, bus, queries);
    this.emails = new DraftOrderEmailSync(pool, store, bus, clock);
  }

  public void bind(Operations operations, Operations internal) {
    drafts.bind(operations);
    payment.bind(operations);
    emails.bind(internal);
  }

  public BackgroundTask task() {
    return emails.task();
  }
}
