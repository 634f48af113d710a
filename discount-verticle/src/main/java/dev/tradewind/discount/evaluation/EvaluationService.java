package dev.tradewind.discount.evaluation;

import dev.tradewind.api.discount.DiscountEvaluation;
import dev.tradewind.api.discount.DiscountEvaluationRequest;
import dev.tradewind.api.discount.DiscountOperation;
import dev.tradewind.discount.definition.DiscountResources;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Internal operation that evaluates discounts for a cart: eligibility, and the line items they
 * apply to.
 */
public final class EvaluationService {

  private final SqlClient db;
  private final EvaluationStore store = new EvaluationStore();

  public EvaluationService(SqlClient db) {
    this.db = db;
  }

  public void bind(Operations internal) {
    internal.on(DiscountOperation.EVALUATE_DISCOUNTS, this::evaluate);
  }

  private Future<Reply> evaluate(Request request) {
    DiscountEvaluationRequest cart = DiscountEvaluationRequest.parse(request.input());
    List<String> codes = cart.codes().stream().map(DiscountResources::normalized).toList();
    return store
        .evaluate(db, codes, cart)
        .map(found -> Reply.ok(new DiscountEvaluation(ordered(codes, cart, found)).toJson()));
  }

  private static List<DiscountEvaluation.DiscountEligibility> ordered(
      List<String> codes,
      DiscountEvaluationRequest cart,
      List<DiscountEvaluation.DiscountEligibility> found) {
    Map<String, DiscountEvaluation.DiscountEligibility> byCode =
        found.stream()
            .collect(
                Collectors.toMap(
                    DiscountEvaluation.DiscountEligibility::code, Function.identity()));
    refuseUnknown(codes, byCode.keySet());
    List<DiscountEvaluation.DiscountEligibility> ordered = new ArrayList<>();
    for (String code : codes) {
      DiscountEvaluation.DiscountEligibility discount =
          Objects.requireNonNull(byCode.get(code), code);
      discount
          .refusal()
          .ifPresent(problem -> {
            throw problem;
          });
      ordered.add(discount);
    }
    Map<String, DiscountEvaluation.DiscountEligibility> byId =
        found.stream()
            .filter(discount -> !codes.contains(discount.code()))
            .collect(
                Collectors.toMap(DiscountEvaluation.DiscountEligibility::id, Function.identity()));
    cart.discountIds().stream()
        .distinct()
        .filter(byId::containsKey)
        .forEach(id -> ordered.add(byId.get(id)));
    return ordered;
  }

  /** A repeated code denotes the same discount, so there are fewer discounts than codes. */
  private static void refuseUnknown(List<String> codes, Set<String> known) {
    if (!known.containsAll(codes) || new HashSet<>(codes).size() < codes.size()) {
      String named = codes.size() == 1 ? codes.getFirst() : "[" + String.join(", ", codes) + "]";
      throw Problem.notFound("Discounts with code " + named + " was not found");
    }
  }
}
