package dev.tradewind.api.discount;

import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.query.WhereClause;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Consumer;

/**
 * List filter {@code discount_condition_id}: only resources of the condition. The discount verticle
 * is called once, and only if the query has the filter.
 */
public final class DiscountConditionFilter {

  private static final String PARAMETER = "discount_condition_id";

  private final DiscountClient discounts;
  private final ConditionType type;

  public DiscountConditionFilter(OperationClient bus, ConditionType type) {
    this.discounts = new DiscountClient(bus);
    this.type = type;
  }

  /** Condition on rows of the resource, under the alias {@code t}, for this request. */
  public Future<Consumer<WhereClause>> of(Request request) {
    String conditionId = request.query().getString(PARAMETER);
    if (conditionId == null) {
      return Future.succeededFuture(conditions -> {});
    }
    return discounts
        .findConditionResources(request.context(), type, conditionId)
        .map(DiscountConditionFilter::among);
  }

  private static Consumer<WhereClause> among(List<String> ids) {
    return conditions -> conditions.add("t.id = ANY({}::text[])", ids.toArray(String[]::new));
  }
}
