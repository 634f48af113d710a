package dev.tradewind.cart;

import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.api.discount.DiscountEvaluation;
import dev.tradewind.api.discount.DiscountEvaluation.DiscountEligibility;
import dev.tradewind.api.discount.DiscountEvaluationRequest;
import dev.tradewind.api.discount.DiscountOperation;
import dev.tradewind.api.discount.GiftCard;
import dev.tradewind.api.discount.IneligibilityReason;
import dev.tradewind.cart.discount.CartDiscounts;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Fake of the discount verticle on the event bus, with discounts and gift cards set by the test.
 */
final class FakeDiscounts {

  final Map<String, JsonObject> discounts = new ConcurrentHashMap<>();
  final Map<String, String> groups = new ConcurrentHashMap<>();
  final Map<String, String> tags = new ConcurrentHashMap<>();
  final Map<String, Set<IneligibilityReason>> inapplicable = new ConcurrentHashMap<>();
  final Map<String, JsonObject> cards = new ConcurrentHashMap<>();
  final List<DiscountEvaluationRequest> questions = new CopyOnWriteArrayList<>();
  final AtomicInteger calls = new AtomicInteger();

  /** Discount for all regions and line items. */
  void discount(String code, String type, long value, @Nullable String allocation) {
    discounts.put(
        code,
        new JsonObject()
            .put("id", "disc_" + code)
            .put("code", code)
            .put("regions", new JsonArray().add(FakeCatalog.EU).add(FakeCatalog.US))
            .put("parent_discount_id", null)
            .put(
                "rule",
                new JsonObject()
                    .put("id", "dru_" + code)
                    .put("type", type)
                    .put("value", value)
                    .put("allocation", allocation)));
  }

  void onlyIn(String code, String regionId) {
    discounts.get(code).put("regions", new JsonArray().add(regionId));
  }

  JsonObject card(String code, long balance, @Nullable Integer taxRate) {
    JsonObject card =
        new JsonObject()
            .put("id", "gift_" + code)
            .put("code", code)
            .put("value", balance)
            .put("balance", balance)
            .put("region_id", FakeCatalog.EU)
            .put("is_disabled", false)
            .put("ends_at", null)
            .put("tax_rate", taxRate);
    cards.put(code, card);
    return card;
  }

  Future<Operations.OperationServer> serve(Vertx vertx) {
    return new Operations()
        .on(DiscountOperation.EVALUATE_DISCOUNTS, this::evaluate)
        .on(DiscountOperation.FIND_DISCOUNTS, this::findDiscounts)
        .on(DiscountOperation.FIND_GIFT_CARDS, this::findGiftCards)
        .serve(vertx, OperationClient.internalAddress(DiscountClient.ADDRESS), Clock.systemUTC());
  }

  private Future<Reply> evaluate(Request request) {
    calls.incrementAndGet();
    DiscountEvaluationRequest question = DiscountEvaluationRequest.parse(request.input());
    questions.add(question);
    List<String> unknown =
        question.codes().stream()
            .map(CartDiscounts::normal)
            .filter(code -> !discounts.containsKey(code))
            .toList();
    if (!unknown.isEmpty()) {
      String named = unknown.size() == 1 ? unknown.get(0) : unknown.toString();
      throw Problem.notFound("Discounts with code " + named + " was not found");
    }
    List<DiscountEligibility> eligibilities = new ArrayList<>();
    for (String typed : question.codes()) {
      DiscountEligibility each =
          eligibility(Objects.requireNonNull(discounts.get(CartDiscounts.normal(typed))), question);
      each.refusal()
          .ifPresent(problem -> {
            throw problem;
          });
      eligibilities.add(each);
    }
    discounts.values().stream()
        .filter(discount -> question.discountIds().contains(discount.getString("id")))
        .forEach(discount -> eligibilities.add(eligibility(discount, question)));
    return Future.succeededFuture(Reply.ok(new DiscountEvaluation(eligibilities).toJson()));
  }

  private DiscountEligibility eligibility(JsonObject discount, DiscountEvaluationRequest question) {
    String code = discount.getString("code");
    Set<IneligibilityReason> reasons = EnumSet.noneOf(IneligibilityReason.class);
    reasons.addAll(inapplicable.getOrDefault(code, Set.of()));
    if (!discount.getJsonArray("regions").contains(question.regionId())) {
      reasons.add(IneligibilityReason.REGION);
    }
    String group = groups.get(code);
    if (group != null && question.customerId() == null) {
      reasons.add(IneligibilityReason.NO_CUSTOMER);
    } else if (group != null && !question.customerGroupIds().contains(group)) {
      reasons.add(IneligibilityReason.CUSTOMER);
    }
    Set<String> lines = new LinkedHashSet<>();
    String tag = tags.get(code);
    question.lines().stream()
        .filter(line -> tag == null || line.tagIds().contains(tag))
        .forEach(line -> lines.add(line.id()));
    JsonObject document = discount.copy();
    document.remove("regions");
    return new DiscountEligibility(document, reasons, lines);
  }

  private Future<Reply> findDiscounts(Request request) {
    List<String> ids =
        discounts.values().stream()
            .map(discount -> discount.getString("id"))
            .filter(request.input().getJsonArray("ids")::contains)
            .toList();
    return Future.succeededFuture(Reply.ok(new JsonObject().put("ids", new JsonArray(ids))));
  }

  private Future<Reply> findGiftCards(Request request) {
    calls.incrementAndGet();
    JsonArray ids = request.input().getJsonArray("ids");
    JsonArray codes = request.input().getJsonArray("codes");
    Stream<JsonObject> found =
        ids == null
            ? codes.stream().map(code -> cards.get((String) code))
            : ids.stream()
                .map(id ->
                    cards.values().stream()
                        .filter(card -> id.equals(card.getString("id")))
                        .findFirst()
                        .orElse(null));
    return Future.succeededFuture(
        Reply.ok(
            new JsonObject()
                .put(
                    "gift_cards",
                    new JsonArray(
                        found
                            .filter(Objects::nonNull)
                            .map(card -> new GiftCard(card.copy(), false).toJson())
                            .toList()))));
  }
}
