package dev.tradewind.order.giftcard;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.ChangeTransaction;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.StockTransaction;
import dev.tradewind.order.model.Order;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;

/**
 * Store of the balances of gift cards that were bought in an order: calls of the functions that the
 * discount verticle publishes, in the transaction of their cause. Cards are locked before stock and
 * order, as in a placement.
 */
public final class GiftCardStore {

  private static final String BOUGHT = "SELECT discount.bought_gift_cards($1, $2)";

  private static final String WITHDRAW =
      Outbox.traced(8, "discount.withdraw_gift_card_balances($1, $2, $3, $4, $5, $6, $7)");

  private static final String RESTORE =
      Outbox.traced(5, "discount.restore_gift_card_balances($1, $2, $3, $4)");

  private GiftCardStore() {}

  /** Balances that were read before the order is locked. */
  public record Balances(List<BoughtGiftCard> cards) {

    public Balances {
      cards = List.copyOf(cards);
    }

    /** Rules of the cards for the locked order. */
    public BoughtGiftCards of(Order order) {
      return new BoughtGiftCards(order, cards);
    }
  }

  /** Balances of the gift cards of an order, locked until the end of the transaction. */
  public static Future<Balances> lock(StockTransaction tx) {
    return find(tx.db(), tx.orderId(), true).map(Balances::new);
  }

  /** The same; nothing is asked for an order in which none were bought. */
  public static Future<Balances> lock(StockTransaction tx, Order order) {
    if (BoughtGiftCards.concern(order)) {
      return lock(tx);
    }
    return Future.succeededFuture(new Balances(List.of()));
  }

  /** The same without a lock, for cards that cannot be spent or are asked again under the lock. */
  public static Future<BoughtGiftCards> read(SqlClient db, Order order) {
    if (BoughtGiftCards.concern(order)) {
      return find(db, order.id(), false).map(cards -> new BoughtGiftCards(order, cards));
    }
    return Future.succeededFuture(BoughtGiftCards.none(order));
  }

  private static Future<List<BoughtGiftCard>> find(SqlClient db, String orderId, boolean locks) {
    return db.preparedQuery(BOUGHT)
        .execute(Tuple.of(orderId, locks))
        .map(rows ->
            JsonArrays.objects(rows.iterator().next().getJsonArray(0)).stream()
                .map(card ->
                    new BoughtGiftCard(
                        card.getString("id"),
                        card.getLong("value"),
                        card.getLong("balance"),
                        card.getLong("withdrawn")))
                .toList());
  }

  /**
   * Takes amounts from the balances of locked cards.
   *
   * @param cause id of the refund, return, swap or claim
   * @param isExchange whether a swap or claim, which may be canceled, exchanges their units
   * @param taken amounts by the ids of the cards
   */
  public static Future<Void> withdraw(
      ChangeTransaction tx, String cause, boolean isExchange, Map<String, Long> taken) {
    if (taken.isEmpty()) {
      return Future.succeededFuture();
    }
    JsonArray amounts = new JsonArray();
    taken.forEach(
        (id, amount) -> amounts.add(new JsonObject().put("id", id).put("amount", amount)));
    CallContext context = tx.context();
    return tx.db()
        .preparedQuery(WITHDRAW)
        .execute(
            Tuple.of(tx.orderId(), cause, isExchange, amounts)
                .addOffsetDateTime(Timestamps.utc(tx.now()))
                .addString(context.commandId())
                .addString(context.actor())
                .addString(context.traceSetting()))
        .mapEmpty();
  }

  /** The same as a write of a change. */
  public record Withdrawal(String cause, boolean isExchange, Map<String, Long> taken)
      implements Change.Write {

    public Withdrawal {
      taken = Map.copyOf(taken);
    }

    @Override
    public Future<Void> in(OrderTransaction tx) {
      return withdraw(tx, cause, isExchange, taken);
    }
  }

  /** Restores, once, what that cause took. */
  public static Future<Void> restore(ChangeTransaction tx, String cause) {
    CallContext context = tx.context();
    return tx.db()
        .preparedQuery(RESTORE)
        .execute(
            Tuple.of(cause, Timestamps.utc(tx.now()))
                .addString(context.commandId())
                .addString(context.actor())
                .addString(context.traceSetting()))
        .mapEmpty();
  }
}
