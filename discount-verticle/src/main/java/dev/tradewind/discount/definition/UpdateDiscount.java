package dev.tradewind.discount.definition;

import dev.tradewind.api.discount.RuleType;
import dev.tradewind.api.event.Topics;
import dev.tradewind.discount.remote.RemoteReferences;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Atomic update of a discount, its rule, its regions and the conditions of its rule. Constraints of
 * the schema (code, dates, percentage, one region of a fixed discount, one condition per type and
 * operator) are not checked by a read before the write.
 */
final class UpdateDiscount {

  private final RemoteReferences remote;
  private final Pool pool;
  private final Clock clock;
  private final ResourceWriter writer = new ResourceWriter(DiscountResources.DISCOUNT);
  private final UpdateStore store = new UpdateStore();

  UpdateDiscount(RemoteReferences remote, Pool pool, Clock clock) {
    this.remote = remote;
    this.pool = pool;
    this.clock = clock;
  }

  /** Parsed request body. */
  private record Change(
      JsonObject values,
      @Nullable JsonObject rule,
      @Nullable List<String> regionIds,
      List<ConditionInput> conditions) {

    boolean isEmpty() {
      return values.isEmpty() && rule == null && regionIds == null;
    }
  }

  /** Id of the changed rule. */
  Future<String> update(Request request) {
    Change change = parse(request.body());
    List<String> regionIds = change.regionIds() == null ? List.of() : change.regionIds();
    Instant now = Timestamps.now(clock);
    return remote
        .requireRegions(request.context(), regionIds)
        .compose(found ->
            ConditionInput.requireResources(remote, request.context(), change.conditions()))
        .compose(checked -> Transactions.attributed(pool, db -> apply(db, request, change, now)));
  }

  private static Change parse(JsonObject body) {
    JsonObject values = RowChange.pick(body, "ends_at", "valid_duration", "usage_limit");
    for (String name : List.of("code", "is_disabled", "starts_at", "metadata")) {
      if (body.getValue(name) != null) {
        values.put(name, body.getValue(name));
      }
    }
    if (values.containsKey("code")) {
      values.put("code", NewDiscount.code(values));
    }
    ValidDuration.check(values.getString("valid_duration"));
    NewDiscount.usageLimit(values);
    JsonArray regions = body.getJsonArray("regions");
    JsonObject rule = body.getJsonObject("rule");
    return new Change(
        values,
        rule,
        regions == null ? null : regions.stream().map(String.class::cast).distinct().toList(),
        rule == null ? List.of() : ConditionInput.parseAll(rule.getJsonArray("conditions")));
  }

  private Future<String> apply(SqlClient db, Request request, Change change, Instant now) {
    String id = request.path("id");
    return store
        .lock(db, id)
        .map(found -> found.orElseThrow(() -> DiscountResources.notFound(id)))
        .compose(locked -> {
          if (change.isEmpty()) {
            return Future.succeededFuture(locked.ruleId());
          }
          return apply(db, request, change, now, locked);
        });
  }

  private Future<String> apply(
      SqlClient db, Request request, Change change, Instant now, UpdateStore.Locked locked) {
    String id = request.path("id");
    boolean ofFixed = locked.type() == RuleType.FIXED;
    if (ofFixed && change.regionIds() != null && change.regionIds().size() > 1) {
      throw DiscountConstraints.ONE_REGION;
    }
    return writeOwn(db, request, change, now, locked)
        .compose(written -> {
          if (change.rule() == null) {
            return Future.succeededFuture();
          }
          return updateRule(db, id, change.rule(), locked, now);
        })
        .compose(written -> {
          if (change.regionIds() == null) {
            return Future.succeededFuture();
          }
          return store.replaceRegions(db, id, change.regionIds(), ofFixed);
        })
        .compose(written -> upsert(db, id, change.conditions(), locked, now))
        .map(locked.ruleId());
  }

  /** Always writes the row, so that its version rises and the event is appended. */
  private Future<?> writeOwn(
      SqlClient db, Request request, Change change, Instant now, UpdateStore.Locked locked) {
    String id = request.path("id");
    JsonArray fields = new JsonArray(new ArrayList<>(request.body().fieldNames()));
    Event event =
        Event.of(
            request.context(),
            now,
            Topics.DISCOUNT,
            "discount.updated",
            id,
            0,
            new JsonObject().put("id", id).put("fields", fields));
    JsonObject values = change.values().copy().put("rule_id", locked.ruleId());
    return DiscountConstraints.mapped(
        writer.update(
            db,
            Selection.of(DiscountResources.DISCOUNT),
            id,
            new RowChange(now, values, List.of(event.keyedBy(locked.key())))));
  }

  private Future<Void> updateRule(
      SqlClient db, String id, JsonObject rule, UpdateStore.Locked locked, Instant now) {
    String ruleId = rule.getString("id");
    if (!locked.ruleId().equals(ruleId)) {
      throw Problem.invalidData(
          "Rule with id %s does not belong to Discount with id %s".formatted(ruleId, id));
    }
    return store.updateRule(db, ruleId, rule, now);
  }

  private Future<Void> upsert(
      SqlClient db,
      String discountId,
      List<ConditionInput> conditions,
      UpdateStore.Locked locked,
      Instant now) {
    if (conditions.isEmpty()) {
      return Future.succeededFuture();
    }
    List<ConditionInput> existing =
        conditions.stream().filter(condition -> condition.id() != null).toList();
    List<ConditionInput> added =
        conditions.stream()
            .filter(condition -> condition.id() == null)
            .map(UpdateDiscount::requireOperator)
            .map(condition -> condition.withId(NewDiscount.CONDITION_IDS.next()))
            .toList();
    List<String> ids =
        existing.stream().map(condition -> Objects.requireNonNull(condition.id())).toList();
    return store
        .findConditions(db, ids)
        .compose(known -> {
          existing.forEach(condition -> check(discountId, condition, known, locked.ruleId()));
          return store.changeConditions(db, existing, now);
        })
        .compose(changed -> store.addConditions(db, locked.ruleId(), added, now));
  }

  private static ConditionInput requireOperator(ConditionInput condition) {
    if (condition.operator() == null) {
      throw Problem.invalidData("operator must be one of the following values: in, not_in");
    }
    return condition;
  }

  private static void check(
      String discountId,
      ConditionInput condition,
      Map<String, UpdateStore.Known> known,
      String ruleId) {
    String id = Objects.requireNonNull(condition.id());
    UpdateStore.Known found = known.get(id);
    if (found == null) {
      throw ConditionProblems.notFound(id);
    }
    if (!found.ruleId().equals(ruleId)) {
      throw ConditionProblems.ofAnother(id, discountId);
    }
    if (!found.type().equals(condition.type().wireName())) {
      throw ConditionProblems.ofAnotherType(id, found.type());
    }
  }
}
