package dev.tradewind.cart.privacy;

import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.api.event.ErasedCustomers;
import dev.tradewind.api.privacy.PersonalData;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;

/**
 * Export and erasure of the personal data in carts. Carts without an order are deleted, except
 * while a payment is being authorized; the others lose addresses, e-mail, network address and
 * metadata.
 */
public final class CartPrivacy {

  private final Pool pool;
  private final CartPrivacyStore store = new CartPrivacyStore();
  private final EventBus eventBus;
  private final Clock clock;

  public CartPrivacy(Pool pool, EventBus eventBus, Clock clock) {
    this.pool = pool;
    this.eventBus = eventBus;
    this.clock = clock;
  }

  public void bind(Operations internal) {
    internal
        .on(CartOperation.ERASE_CARTS, this::erase)
        .on(CartOperation.EXPORT_PERSONAL_CARTS, this::export)
        .on(CartOperation.FIND_CUSTOMERS_WITH_CARTS, this::findCustomers);
  }

  private Future<Reply> erase(Request request) {
    String customerId = request.input().getString("customer_id");
    String email = PersonalData.erasedEmail(customerId);
    return Transactions.retrying(() -> store.deleteUncompleted(pool, customerId))
        .compose(done ->
            Transactions.retrying(
                () -> store.erase(pool, customerId, email, Timestamps.now(clock))))
        .onSuccess(done -> ErasedCustomers.publish(eventBus, List.of(customerId)))
        .compose(done -> store.countLive(pool, customerId))
        .map(live -> Reply.ok(new JsonObject().put("remaining", live)));
  }

  /** The customers among these that have a record here; others may be deleted. */
  private Future<Reply> findCustomers(Request request) {
    return store
        .findCustomers(pool, JsonArrays.strings(request.input().getJsonArray("ids")))
        .map(found -> Reply.ok(new JsonObject().put("ids", JsonArrays.of(found))));
  }

  private Future<Reply> export(Request request) {
    JsonObject input = request.input();
    return store
        .export(
            pool,
            input.getString("customer_id"),
            input.getInteger("offset"),
            input.getInteger("limit"))
        .map(records -> Reply.ok(new JsonObject().put("records", new JsonArray(records))));
  }
}
