package dev.tradewind.catalog.pricelist;

import dev.tradewind.kernel.database.ConstraintViolations;
import dev.tradewind.kernel.database.PgErrors;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;

/** Mapping of constraint violations of price lists to problems. */
final class PriceListConstraints {

  static final Problem QUANTITIES =
      Problem.invalidData("min_quantity must not be greater than max_quantity");

  private static final Problem PERIOD =
      Problem.invalidData("\"ends_at\" must be greater than \"starts_at\"");

  private PriceListConstraints() {}

  /** The same future, failed with the problem if a constraint was violated. */
  static <T> Future<T> mapped(Future<T> write) {
    return ConstraintViolations.mapped(
        write.recover(failure ->
            Future.failedFuture(
                switch (PgErrors.violatedCheck(failure).orElse("")) {
                  case "price_list_ends_after_start" -> PERIOD;
                  case "money_amount_quantities" -> QUANTITIES;
                  default -> failure;
                })));
  }
}
