package dev.tradewind.catalog.shipping;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Subtotal requirements of a shipping option: at most one minimum and one maximum. */
final class Requirements {

  private static final Set<String> TYPES = Set.of("min_subtotal", "max_subtotal");
  private static final Ids IDS = Ids.of("sor");

  private Requirements() {}

  /**
   * Refuses contradictory requirements.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException 400
   */
  static void check(@Nullable JsonArray requirements) {
    Map<String, Long> amounts = new HashMap<>();
    for (Object each : requirements == null ? new JsonArray() : requirements) {
      JsonObject requirement = (JsonObject) each;
      String type = requirement.getString("type");
      if (!TYPES.contains(type)) {
        throw invalid("Requirement type must be one of min_subtotal, max_subtotal");
      }
      if (amounts.put(type, requirement.getLong("amount")) != null) {
        throw invalid("Only one requirement of each type is allowed");
      }
    }
    Long most = amounts.get("max_subtotal");
    Long least = amounts.get("min_subtotal");
    if (most != null && least != null && most < least) {
      throw invalid("Max. subtotal must be greater than Min. subtotal");
    }
  }

  static Future<Void> insert(SqlClient db, String optionId, @Nullable JsonArray requirements) {
    if (requirements == null || requirements.isEmpty()) {
      return Future.succeededFuture();
    }
    JsonArray rows = new JsonArray();
    for (Object each : requirements) {
      JsonObject requirement = (JsonObject) each;
      String id = requirement.getString("id");
      rows.add(requirement.copy().put("id", id == null ? IDS.next() : id));
    }
    return RequirementStore.insert(db, optionId, rows);
  }

  /** Replaces the requirements of a locked option; an id refers to an existing one. */
  static Future<Void> replace(SqlClient db, String optionId, JsonArray requirements) {
    return RequirementStore.findIds(db, optionId)
        .compose(own -> {
          for (Object each : requirements) {
            String id = ((JsonObject) each).getString("id");
            // Refuse a repeated id: two requirements cannot share a row.
            if (id != null && !own.remove(id)) {
              throw invalid("Shipping option requirement with id " + id + " does not exist");
            }
          }
          return RequirementStore.clear(db, optionId);
        })
        .compose(cleared -> insert(db, optionId, requirements));
  }

  private static RuntimeException invalid(String message) {
    return new Problem.InvalidData(message).toException();
  }
}
