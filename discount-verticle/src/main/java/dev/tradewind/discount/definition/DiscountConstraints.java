package dev.tradewind.discount.definition;

import dev.tradewind.kernel.database.ConstraintViolations;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Mapping of constraint violations of the discount schema to problems. */
public final class DiscountConstraints {

  public static final Problem PERCENTAGE =
      Problem.invalidData("Discount value above 100 is not allowed when type is percentage");
  public static final Problem ONE_REGION =
      Problem.invalidData("Fixed discounts can have one region");
  public static final Problem ENDS_BEFORE_START =
      Problem.invalidData("\"ends_at\" must be greater than \"starts_at\"");

  private static final Pattern CONDITION = Pattern.compile("=\\(.*, (\\w+), (\\w+)\\) already");

  private DiscountConstraints() {}

  /** The same future, failed with the problem if a constraint was violated. */
  public static <T> Future<T> mapped(Future<T> write) {
    return ConstraintViolations.mapped(
        write.recover(failure -> {
          Problem problem = problem(failure);
          return Future.failedFuture(problem == null ? failure : problem);
        }));
  }

  private static @Nullable Problem problem(Throwable failure) {
    if (!(failure instanceof PgException database)) {
      return null;
    }
    return switch (Objects.requireNonNullElse(database.getConstraint(), "")) {
      case "discount_rule_percentage" -> PERCENTAGE;
      case "discount_rule_value_check" -> Problem.invalidData("value must not be less than 0");
      case "discount_ends_after_start" -> ENDS_BEFORE_START;
      case "discount_region_of_fixed" -> ONE_REGION;
      case "discount_condition_single" -> sameCondition(database.getDetail());
      default -> null;
    };
  }

  private static Problem sameCondition(@Nullable String detail) {
    Matcher key = CONDITION.matcher(Objects.requireNonNullElse(detail, ""));
    if (key.find()) {
      return sameCondition(key.group(1), key.group(2));
    }
    return Problem.duplicate("Discount Condition already exist on a Discount Rule");
  }

  /** Violation of the unique type and operator per rule. */
  public static Problem sameCondition(String type, String operator) {
    return Problem.duplicate(
        "Discount Condition with operator '%s' and type '%s' already exist on a Discount Rule"
            .formatted(operator, type));
  }
}
