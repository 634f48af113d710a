package dev.tradewind.order.placement;

import dev.tradewind.api.discount.RedemptionRefusal;
import dev.tradewind.api.order.PlaceOrderResult;
import dev.tradewind.api.order.PlacementSqlState;
import dev.tradewind.api.problem.ShopProblems;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;
import java.util.List;
import java.util.stream.Collectors;

/** Results of a placement that the database refused, by their SQLSTATE. */
public final class PlacementRefusal {

  /** SQLSTATE of an expired {@code transaction_timeout}. */
  private static final String TRANSACTION_TIMEOUT = "25P04";

  private PlacementRefusal() {}

  /** Refusal of the database as a result; any other failure stays one. */
  public static Future<PlaceOrderResult> of(Throwable failure) {
    if (!(failure instanceof PgException database)) {
      return Future.failedFuture(failure);
    }
    if (TRANSACTION_TIMEOUT.equals(database.getSqlState())) {
      return Future.failedFuture(tooLate());
    }
    return PlacementSqlState.of(database.getSqlState())
        .map(state -> refusal(state, database))
        .orElseGet(() -> Future.failedFuture(failure));
  }

  private static Future<PlaceOrderResult> refusal(PlacementSqlState state, PgException database) {
    return switch (state) {
      case OUT_OF_STOCK ->
          Future.succeededFuture(
              new PlaceOrderResult.Refused(outOfStock(new JsonArray(database.getDetail()))));
      case CART_COMPLETED -> Future.succeededFuture(new PlaceOrderResult.AlreadyCompleted());
      case CART_CHANGED, PAYMENT_ATTEMPT_CLOSED ->
          Future.succeededFuture(new PlaceOrderResult.Changed());
      case DISCOUNT_REFUSED, GIFT_CARD_REFUSED ->
          Future.succeededFuture(
              RedemptionRefusal.isDeletedDiscount(state, database.getDetail())
                  ? new PlaceOrderResult.Changed()
                  : new PlaceOrderResult.Refused(
                      RedemptionRefusal.problem(state, database.getDetail())));
      case DEADLINE_EXCEEDED -> Future.failedFuture(tooLate());
      case DRAFT_CHANGED -> Future.failedFuture(database);
    };
  }

  private static Problem outOfStock(JsonArray shortVariants) {
    List<String> details =
        shortVariants.stream()
            .map(each ->
                "Variant with id: %s does not have the required inventory"
                    .formatted(((JsonObject) each).getString("variant_id")))
            .toList();
    return ShopProblems.outOfStock(details.stream().collect(Collectors.joining(", ")), details);
  }

  static Problem tooLate() {
    return Problem.timedOut("The order could not be placed in time.");
  }
}
