package dev.tradewind.catalog.shipping;

import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.write.RowChange;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shipping option to create. A flat rate has an amount, a calculated one has none.
 *
 * @param profileId absent for the default profile
 * @param data option of the provider
 * @param rest other fields of the request
 */
record NewShippingOption(
    String regionId,
    String providerId,
    @Nullable String profileId,
    @Nullable String priceType,
    @Nullable Long amount,
    JsonObject data,
    List<Requirement> requirements,
    JsonObject rest) {

  private static final RecordCodec<NewShippingOption> CODEC =
      RecordCodec.of(MethodHandles.lookup(), NewShippingOption.class, "rest");

  static final String CALCULATED = "calculated";

  private static final String NEEDS_AMOUNT =
      "Shipping options of type `flat_rate` must have an `amount`";

  private static final String[] COLUMNS = {
    "name", "region_id", "provider_id", "data", "price_type", "metadata", "includes_tax"
  };

  /**
   * Reads a validated body.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 for a flat rate without an amount and for
   *     contradictory requirements
   */
  static NewShippingOption of(JsonObject body) {
    NewShippingOption option = CODEC.read(body);
    if (!option.isCalculated()) {
      requireAmount(option.amount);
    }
    Requirement.check(option.requirements);
    return option;
  }

  boolean isCalculated() {
    return CALCULATED.equals(priceType);
  }

  static void requireAmount(@Nullable Long amount) {
    if (amount == null || amount < 0) {
      throw needsAmount();
    }
  }

  static RuntimeException needsAmount() {
    return Problem.invalidData(NEEDS_AMOUNT);
  }

  /** Reads a flag that forms send as text. */
  private static boolean isTrue(@Nullable Object value) {
    return value instanceof Boolean flag ? flag : "true".equals(value);
  }

  /** Values of the row, with the profile that the option belongs to. */
  JsonObject row(String id, String profile) {
    return RowChange.pickNonNull(CODEC.write(this), COLUMNS)
        .put("admin_only", isTrue(rest.getValue("admin_only")))
        .put("is_return", isTrue(rest.getValue("is_return")))
        .put("id", id)
        .put("amount", isCalculated() ? null : amount)
        .put("profile_id", profile);
  }
}
