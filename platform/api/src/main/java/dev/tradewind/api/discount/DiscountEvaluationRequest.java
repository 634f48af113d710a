package dev.tradewind.api.discount;

import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Request for an evaluation of the discounts of a cart.
 *
 * @param codes new codes as entered; the first unknown or ineligible one rejects the whole request
 * @param discountIds existing discounts of the cart; their eligibility never rejects the request
 * @param customerId of the cart, guests included; null without a customer
 * @param customerGroupIds the groups of that customer
 */
public record DiscountEvaluationRequest(
    List<String> codes,
    List<String> discountIds,
    String regionId,
    @Nullable String customerId,
    List<String> customerGroupIds,
    List<Line> lines) {

  /**
   * One line of the cart.
   *
   * @param productId null for a custom line, for which no discount qualifies
   */
  public record Line(
      String id,
      @Nullable String productId,
      @Nullable String typeId,
      @Nullable String collectionId,
      List<String> tagIds) {}

  private static final RecordCodec<DiscountEvaluationRequest> CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), DiscountEvaluationRequest.class);

  public static DiscountEvaluationRequest parse(JsonObject json) {
    return CODEC.read(json);
  }

  public JsonObject toJson() {
    return CODEC.write(this);
  }
}
