package dev.tradewind.catalog.shipping;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.write.RowChange;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shipping option to create. A flat rate has an amount, a calculated one has none.
 *
 * @param profileId absent for the default profile
 * @param data option of the provider
 * @param columns values of the columns that are written unchanged
 */
record NewShippingOption(
    String regionId,
    String providerId,
    @Nullable String profileId,
    boolean isCalculated,
    @Nullable Long amount,
    JsonObject data,
    List<Requirement> requirements,
    JsonObject columns) {

  static final String CALCULATED = "calculated";

  private static final String NEEDS_AMOUNT =
      "Shipping options of type `flat_rate` must have an `amount`";

  private static final String[] COLUMNS = {
    "name", "region_id", "provider_id", "data", "price_type", "metadata", "includes_tax"
  };

  /**
   * Reads a validated body.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException 400 for a flat rate without an amount
   *     and for contradictory requirements
   */
  static NewShippingOption of(JsonObject body) {
    boolean isCalculated = CALCULATED.equals(body.getString("price_type"));
    @Nullable Long amount = body.getLong("amount");
    if (!isCalculated) {
      requireAmount(amount);
    }
    List<Requirement> requirements = Requirement.all(body.getJsonArray("requirements"));
    Requirement.check(requirements);
    return new NewShippingOption(
        body.getString("region_id"),
        body.getString("provider_id"),
        body.getString("profile_id"),
        isCalculated,
        isCalculated ? null : amount,
        body.getJsonObject("data"),
        requirements,
        RowChange.pickNonNull(body, COLUMNS)
            .put("admin_only", isTrue(body.getValue("admin_only")))
            .put("is_return", isTrue(body.getValue("is_return"))));
  }

  static void requireAmount(@Nullable Long amount) {
    if (amount == null || amount < 0) {
      throw needsAmount();
    }
  }

  static RuntimeException needsAmount() {
    return new Problem.InvalidData(NEEDS_AMOUNT).toException();
  }

  /** Reads a flag that forms send as text. */
  private static boolean isTrue(@Nullable Object value) {
    return value instanceof Boolean flag ? flag : "true".equals(value);
  }

  /** Values of the row, with the profile that the option belongs to. */
  JsonObject row(String id, String profile) {
    return columns.copy().put("id", id).put("amount", amount).put("profile_id", profile);
  }
}
