package dev.tradewind.api.discount;

import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;

/**
 * Asks the discount verticle; a problem of it comes as a failure.
 *
 * <p>Placing and canceling an order uses the published functions of the schema {@code discount},
 * within the order's transaction: {@code redeem_discounts_v1}, {@code charge_gift_cards_v1}, {@code
 * create_gift_cards_v1}, {@code release_discounts_v1}, {@code withdraw_gift_cards_v1} and {@code
 * refund_gift_cards_v1}. What they refuse is explained by {@link RedemptionRefusal}.
 */
public final class DiscountClient {

  public static final String ADDRESS = "discount";
  private final OperationClient bus;

  public DiscountClient(OperationClient bus) {
    this.bus = bus;
  }

  /**
   * Which discounts a cart may use and on which lines, as things are this moment.
   *
   * <p>Fails where a new code does not exist (404) or cannot be used: the first code that is
   * refused, by the first of its reasons. Where a code is given twice, fewer exist than are given.
   */
  public Future<DiscountEvaluation> evaluate(
      CallContext context, DiscountEvaluationRequest request) {
    return bus.call(DiscountOperation.EVALUATE, context, request.toJson())
        .map(DiscountEvaluation::parse);
  }

  /** The gift cards with these codes, written as they are stored; unknown ones are left out. */
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
   * The ids that a condition names, for a filter by {@code discount_condition_id}; none where the
   * condition does not exist or is of another type.
   */
  public Future<List<String>> findConditionResources(
      CallContext context, ConditionType type, String conditionId) {
    JsonObject input = new JsonObject().put("id", conditionId).put("type", type.wireName());
    return bus.call(DiscountOperation.FIND_CONDITION_RESOURCES, context, input)
        .map(answer -> JsonArrays.strings(answer.getJsonArray("ids")));
  }
}
