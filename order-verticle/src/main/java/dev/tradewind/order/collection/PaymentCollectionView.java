package dev.tradewind.order.collection;

import dev.tradewind.api.graph.OrderGraph;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.List;

/** JSON views of payment collections. */
public final class PaymentCollectionView {

  /** Own fields that commands show, and reads only if they are named. */
  private static final String[] ONLY_OF_COMMANDS = {
    "created_at", "updated_at", "deleted_at", "region_id", "created_by"
  };

  static final View ADMIN =
      View.of(OrderGraph.PAYMENT_COLLECTION, "region", "payment_sessions", "payments")
          .showingWhenNamed(ONLY_OF_COMMANDS);

  static final View STOREFRONT =
      View.of(OrderGraph.PAYMENT_COLLECTION, "region", "payment_sessions")
          .hiding("authorized_amount", "created_by")
          .showingWhenNamed("created_at", "updated_at", "deleted_at", "region_id")
          .allowingRelations(
              "region", "region.payment_providers", "region.currency", "payment_sessions")
          .forStorefront();

  /** Response of a command that sets sessions. */
  static final Selection WITH_SESSIONS =
      Selection.of(OrderGraph.PAYMENT_COLLECTION)
          .with("payment_sessions", "region.payment_providers");

  /** Response of an authorization. */
  static final Selection WITH_PAYMENTS =
      Selection.of(OrderGraph.PAYMENT_COLLECTION).with("payment_sessions", "payments");

  private final Pool pool;
  private final OperationClient bus;

  public PaymentCollectionView(Pool pool, OperationClient bus) {
    this.pool = pool;
    this.bus = bus;
  }

  Future<Reply> show(CallContext context, PaymentCollection collection, Selection selected) {
    return new ResourceReader(pool)
        .withRemote(bus, context)
        .documents(selected, List.of(collection.whole()))
        .map(document -> Reply.ok("payment_collection", document.getFirst()));
  }
}
