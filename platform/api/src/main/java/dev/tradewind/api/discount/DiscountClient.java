package dev.tradewind.api.discount;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;

/**
 * Event-bus client of the discount verticle; a problem becomes a failure.
 *
 * <p>Placing and canceling an order uses the published functions of the schema {@code discount},
 * within the order's transaction: {@code redeem_discounts}, {@code charge_gift_cards}, {@code
 * create_gift_cards}, {@code release_discounts}, {@code withdraw_gift_cards} and {@code
 * refund_gift_cards}. {@link RedemptionRefusal} translates their refusals.
 */
public final class DiscountClient {

  public static final String ADDRESS = "discount";
  private final OperationClient bus;

  public DiscountClient(OperationClient bus) {
    this.bus = bus;
  }

  /**
   * Evaluates the discounts of a cart and their lines against the current state.
   *
   * <p>Fails for a new code that does not exist (404) or is ineligible: with the first such code
   * and its first reason. A code given twice counts as one that does not exist.
   */
  public Future<DiscountEvaluation> evaluate(
      CallContext context, DiscountEvaluationRequest request) {
    return bus.call(DiscountOperation.EVALUATE_DISCOUNTS, context, request.toJson())
        .map(DiscountEvaluation::parse);
  }

  /** The ids among these whose discount exists, without the ids of deleted discounts. */
  public Future<List<String>> findDiscounts(CallContext context, Collection<String> ids) {
    JsonObject input = new JsonObject().put("ids", JsonArrays.of(ids));
    return bus.call(DiscountOperation.FIND_DISCOUNTS, context, input)
        .map(answer -> JsonArrays.strings(answer.getJsonArray("ids")));
  }

  /** The gift cards with these normalized codes; unknown ones are left out. */
  public Future<List<GiftCard>> findGiftCardsByCode(CallContext context, Collection<String> codes) {
    return findGiftCards(context, "codes", codes);
  }

  /** The gift cards with these ids, in their order; unknown and deleted ones are left out. */
  public Future<List<GiftCard>> findGiftCards(CallContext context, Collection<String> ids) {
    return findGiftCards(context, "ids", ids);
  }

  private Future<List<GiftCard>> findGiftCards(
      CallContext context, String by, Collection<String> values) {
    JsonObject input = new JsonObject().put(by, JsonArrays.of(values));
    return bus.call(DiscountOperation.FIND_GIFT_CARDS, context, input)
        .map(answer ->
            answer.getJsonArray("gift_cards").stream()
                .map(card -> GiftCard.parse((JsonObject) card))
                .toList());
  }

  /**
   * The resource ids of a condition, for a filter by {@code discount_condition_id}; empty if the
   * condition does not exist or is of another type.
   */
  public Future<List<String>> findConditionResources(
      CallContext context, ConditionType type, String conditionId) {
    JsonObject input = new JsonObject().put("id", conditionId).put("type", type.wireName());
    return bus.call(DiscountOperation.FIND_CONDITION_RESOURCES, context, input)
        .map(answer -> JsonArrays.strings(answer.getJsonArray("ids")));
  }
}
