package dev.tradewind.api.discount;

import dev.tradewind.kernel.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
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
      List<String> tagIds) {

    JsonObject toJson() {
      return new JsonObject()
          .put("id", id)
          .put("product_id", productId)
          .put("type_id", typeId)
          .put("collection_id", collectionId)
          .put("tag_ids", new JsonArray(tagIds));
    }

    static Line parse(JsonObject json) {
      return new Line(
          text(json, "id"),
          json.getString("product_id"),
          json.getString("type_id"),
          json.getString("collection_id"),
          texts(json, "tag_ids"));
    }
  }

  public JsonObject toJson() {
    JsonArray each = new JsonArray();
    lines.forEach(line -> each.add(line.toJson()));
    return new JsonObject()
        .put("codes", new JsonArray(codes))
        .put("discount_ids", new JsonArray(discountIds))
        .put("region_id", regionId)
        .put("customer_id", customerId)
        .put("customer_group_ids", new JsonArray(customerGroupIds))
        .put("lines", each);
  }

  public static DiscountEvaluationRequest parse(JsonObject json) {
    return new DiscountEvaluationRequest(
        texts(json, "codes"),
        texts(json, "discount_ids"),
        text(json, "region_id"),
        json.getString("customer_id"),
        texts(json, "customer_group_ids"),
        json.getJsonArray("lines").stream().map(each -> Line.parse((JsonObject) each)).toList());
  }

  private static String text(JsonObject json, String name) {
    return Objects.requireNonNull(json.getString(name), name);
  }

  private static List<String> texts(JsonObject json, String name) {
    return JsonArrays.strings(json.getJsonArray(name));
  }
}
