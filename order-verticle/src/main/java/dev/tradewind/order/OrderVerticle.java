package dev.tradewind.order;

import dev.tradewind.api.order.OrderClient;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.ratelimit.EndedCounterCleaner;
import dev.tradewind.kernel.token.JwtService;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.draft.DraftModule;
import dev.tradewind.order.note.NoteService;
import dev.tradewind.order.notification.NotificationModule;
import dev.tradewind.order.ownership.OwnershipClaims;
import dev.tradewind.order.placement.PlaceOrder;
import dev.tradewind.order.privacy.OrderPrivacy;
import dev.tradewind.order.store.DraftOrderStore;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.view.OrderReadModule;
import dev.tradewind.providers.Providers;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Order verticle: owns the orders schema and serves all operations on orders and draft orders. */
public final class OrderVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("orders");

  private final Providers providers;
  private final SigningKeys keys;

  public OrderVerticle(NodeContext node, Providers providers, SigningKeys keys) {
    super(OrderClient.ADDRESS, SCHEMA, node);
    this.providers = providers;
    this.keys = keys;
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationClient bus) {
    Clock clock = node().clock();
    OrderStore store = new OrderStore();
    DraftOrderStore draftStore = new DraftOrderStore();
    OrderReadModule reads = new OrderReadModule(vertx, pool, bus, store, draftStore, clock);
    reads.bind(operations, internal);
    publishStates(reads.states());
    DraftModule drafts = new DraftModule(pool, bus, draftStore, reads.queries(), clock);
    drafts.bind(operations, internal);
    schedule(drafts.task());
    new PlaceOrder(pool, draftStore, reads.relations(), node().meters(), clock).bind(internal);
    new OrderPrivacy(pool, clock).bind(internal);
    new NoteService(pool, bus, clock).bind(operations);
    NotificationModule notifications =
        new NotificationModule(
            pool, bus, providers.notification(), node().meters(), node().gate(), clock);
    notifications.bind(operations, internal);
    notifications.tasks().forEach(this::schedule);
    show(AfterSaleModule.facts());
    schedule(new EndedCounterCleaner(pool, clock).task());
    serveFields(pool);
    OrderUnitOfWork work = new OrderUnitOfWork(pool, store);
    new OwnershipClaims(vertx, pool, work, bus, new JwtService(vertx, keys, clock), clock)
        .bind(operations);
    new AfterSaleModule(pool, bus, providers, store, work, reads.queries(), clock)
        .bind(operations, internal)
        .forEach(this::schedule);
  }
}
