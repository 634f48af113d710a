package dev.tradewind.discount.definition;

import dev.tradewind.api.discount.RuleType;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Discount to be created, validated by the rules that need only the request body.
 *
 * @param startsAt null for the time of its creation
 */
@RecordBuilder
record NewDiscount(
    String id,
    String ruleId,
    String code,
    RuleType type,
    long value,
    String allocation,
    @Nullable String description,
    List<String> regionIds,
    boolean isDynamic,
    boolean isDisabled,
    @Nullable Instant startsAt,
    @Nullable Instant endsAt,
    @Nullable String validDuration,
    @Nullable Integer usageLimit,
    @Nullable JsonObject metadata,
    List<ConditionInput> conditions) {

  private static final Ids DISCOUNT_IDS = Ids.of("disc");
  private static final Ids RULE_IDS = Ids.of("dru");
  static final Ids CONDITION_IDS = Ids.of("discon");

  static NewDiscount parse(JsonObject body) {
    JsonObject rule = Objects.requireNonNull(body.getJsonObject("rule"), "rule");
    NewDiscount discount =
        NewDiscountBuilder.builder()
            .id(DISCOUNT_IDS.next())
            .ruleId(RULE_IDS.next())
            .code(code(body))
            .type(RuleType.of(rule.getString("type")))
            .value(whole("value", rule.getValue("value")))
            .allocation(rule.getString("allocation"))
            .description(rule.getString("description"))
            .regionIds(
                body.getJsonArray("regions").stream().map(String.class::cast).distinct().toList())
            .isDynamic(Boolean.TRUE.equals(body.getBoolean("is_dynamic")))
            .isDisabled(Boolean.TRUE.equals(body.getBoolean("is_disabled")))
            .startsAt(time(body, "starts_at"))
            .endsAt(time(body, "ends_at"))
            .validDuration(body.getString("valid_duration"))
            .usageLimit(usageLimit(body))
            .metadata(body.getJsonObject("metadata"))
            .conditions(
                ConditionInput.parseAll(rule.getJsonArray("conditions")).stream()
                    .map(condition -> condition.withId(CONDITION_IDS.next()))
                    .toList())
            .build();
    discount.check();
    return discount;
  }

  private void check() {
    if (startsAt != null && endsAt != null && !endsAt.isAfter(startsAt)) {
      throw DiscountConstraints.ENDS_BEFORE_START;
    }
    ValidDuration.check(validDuration);
    if (type == RuleType.PERCENTAGE && value > 100) {
      throw DiscountConstraints.PERCENTAGE;
    }
    if (type == RuleType.FIXED && regionIds.size() > 1) {
      throw DiscountConstraints.ONE_REGION;
    }
    if (regionIds.isEmpty()) {
      throw Problem.invalidData("Discount must have at least 1 region");
    }
    Set<String> seen = new HashSet<>();
    for (ConditionInput condition : conditions) {
      String operator = Objects.requireNonNull(condition.operator(), "operator");
      if (!seen.add(condition.type() + " " + operator)) {
        throw DiscountConstraints.sameCondition(condition.type().wireName(), operator);
      }
    }
  }

  /** Stored form of the code. */
  static String code(JsonObject body) {
    String code = DiscountResources.normalized(body.getString("code"));
    if (code.isEmpty()) {
      throw Problem.invalidData("code should not be empty");
    }
    return code;
  }

  static long whole(String name, Object value) {
    BigDecimal number = new BigDecimal(value.toString());
    if (number.stripTrailingZeros().scale() > 0 || number.toBigInteger().bitLength() >= Long.SIZE) {
      throw Problem.invalidData(name + " must be an integer number");
    }
    return number.longValueExact();
  }

  static @Nullable Integer usageLimit(JsonObject body) {
    Object limit = body.getValue("usage_limit");
    if (limit == null) {
      return null;
    }
    long whole = whole("usage_limit", limit);
    if (whole > Integer.MAX_VALUE) {
      throw Problem.invalidData("usage_limit must be an integer number");
    }
    return (int) whole;
  }

  private static @Nullable Instant time(JsonObject body, String name) {
    String time = body.getString(name);
    return time == null ? null : Timestamps.parse(time);
  }
}
