package dev.tradewind.order;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.metrics.DatabaseFact;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.queue.QueueFacts;
import dev.tradewind.order.admin.AdminModule;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.claim.ClaimModule;
import dev.tradewind.order.collection.PaymentModule;
import dev.tradewind.order.edit.OrderEditModule;
import dev.tradewind.order.fulfillment.FulfillmentModule;
import dev.tradewind.order.fulfillment.FulfillmentOperationStore;
import dev.tradewind.order.fulfillment.ShippingMethodTaxes;
import dev.tradewind.order.notification.NotificationModule;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentOperationStore;
import dev.tradewind.order.payment.RefundHooks;
import dev.tradewind.order.pricing.AdditionalLines;
import dev.tradewind.order.pricing.ShippingMethodQuotes;
import dev.tradewind.order.reservation.LineItemReservations;
import dev.tradewind.order.returns.ReturnArrangement;
import dev.tradewind.order.returns.ReturnModule;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.swap.SwapModule;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.providers.Providers;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Wiring of the features that change a placed order. */
final class AfterSaleModule {

  private final PaymentModule payments;
  private final FulfillmentModule fulfillments;
  private final ReturnModule returns;
  private final AdminModule admin;
  private final OrderEditModule edits;
  private final SwapModule swaps;
  private final ClaimModule claims;
  private final LineItemReservations reservations;

  AfterSaleModule(
      Pool pool,
      OperationClient bus,
      Providers providers,
      OrderStore store,
      OrderUnitOfWork work,
      OrderQueries queries,
      Clock clock) {
    ShippingMethodTaxes taxes = new ShippingMethodTaxes(bus, providers, clock);
    ShippingMethodQuotes methods =
        new ShippingMethodQuotes(bus, providers.fulfillment(), taxes, clock);
    RefundHooks refunds = new RefundHooks(pool, work, providers.hooks(), clock);
    payments = new PaymentModule(pool, bus, store, providers.payment(), work, refunds, clock);
    PaymentOperationRunner charges = payments.operations();
    fulfillments =
        new FulfillmentModule(
            pool, bus, providers.fulfillment(), work, new ReturnArrangement(work), queries, clock);
    returns =
        new ReturnModule(
            pool,
            bus,
            store,
            work,
            charges,
            refunds,
            fulfillments.operations(),
            taxes,
            queries,
            clock);
    admin = new AdminModule(bus, work, charges, refunds, fulfillments, methods, queries, clock);
    edits =
        new OrderEditModule(
            pool, bus, providers, store, work, fulfillments.store(), payments.collections(), clock);
    swaps =
        new SwapModule(
            pool, bus, store, work, returns.ofParts(), charges, fulfillments, queries, clock);
    claims =
        new ClaimModule(
            pool,
            work,
            new AdditionalLines(pool, bus, providers, clock),
            bus,
            returns.ofParts(),
            charges,
            refunds,
            fulfillments,
            methods,
            queries,
            clock);
    reservations = new LineItemReservations(work, fulfillments.store(), bus, clock);
  }

  /** State of the server, and the recorded calls of providers without an outcome. */
  static List<DatabaseFact> facts() {
    List<DatabaseFact> facts =
        new ArrayList<>(
            QueueFacts.of(
                NotificationModule.queue(),
                PaymentOperationStore.QUEUE,
                FulfillmentOperationStore.QUEUE));
    // Of the whole server: the verticle with the orders asks for all.
    facts.add(
        new DatabaseFact(
            "tradewind.database.archive.failing",
            "Whether PostgreSQL has failed to archive WAL since it archived some; 0 without an archive",
            null,
            null,
            """
            SELECT NULL::text,
              (coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false))::int
            FROM pg_stat_archiver\
            """));
    return facts;
  }

  /** Returns the background tasks. */
  List<BackgroundTask> bind(Operations operations, Operations internal) {
    payments.bind(operations, internal);
    fulfillments.bind(operations);
    returns.bind(operations);
    admin.bind(operations);
    edits.bind(operations);
    swaps.bind(operations, internal);
    claims.bind(operations);
    reservations.bind(operations, internal);
    return List.of(payments.task(), fulfillments.task());
  }
}
