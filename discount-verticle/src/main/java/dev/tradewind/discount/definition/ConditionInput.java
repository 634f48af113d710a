package dev.tradewind.discount.definition;

import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.discount.remote.RemoteReferences;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Condition of a request body; the list that is present determines its type.
 *
 * @param id of the condition to change; null for a new one
 * @param resourceIds without duplicates, never empty
 */
public record ConditionInput(
    @Nullable String id, @Nullable String operator, ConditionType type, List<String> resourceIds) {

  /**
   * Parses one condition.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 unless exactly one list is present
   */
  public static ConditionInput parse(JsonObject json) {
    List<ConditionType> presentTypes = presentTypes(json);
    if (presentTypes.size() > 1) {
      throw Problem.invalidData(
          presentTypes.stream()
              .map(each -> onlyOne(each, presentTypes))
              .collect(Collectors.joining(", ")));
    }
    if (presentTypes.isEmpty() || json.getJsonArray(presentTypes.get(0).wireName()).isEmpty()) {
      throw missing();
    }
    ConditionType type = presentTypes.get(0);
    List<String> ids =
        json.getJsonArray(type.wireName()).stream().map(String.class::cast).distinct().toList();
    return new ConditionInput(json.getString("id"), json.getString("operator"), type, ids);
  }

  /** Conditions of a rule; at most one per type and operator. */
  public static List<ConditionInput> parseAll(@Nullable JsonArray conditions) {
    if (conditions == null) {
      return List.of();
    }
    // Problems of single conditions take precedence over duplicates.
    return conditions.stream().map(each -> parse((JsonObject) each)).toList();
  }

  private static List<ConditionType> presentTypes(JsonObject json) {
    return Arrays.stream(ConditionType.values())
        .filter(type -> json.getValue(type.wireName()) != null)
        .toList();
  }

  private static String onlyOne(ConditionType offending, List<ConditionType> presentTypes) {
    List<String> names = new ArrayList<>(List.of(offending.wireName()));
    presentTypes.stream()
        .filter(type -> type != offending)
        .map(ConditionType::wireName)
        .forEach(names::add);
    return "Only one of " + String.join(", ", names) + " is allowed";
  }

  /** Problem if no list is present. */
  public static Problem missing() {
    return Problem.invalidData(
        "Missing one of products, collections, tags, types or customer groups in data");
  }

  /** Requires all named resources to exist, with one request per type. */
  public static Future<Void> requireResources(
      RemoteReferences remote, CallContext context, Collection<ConditionInput> conditions) {
    Map<ConditionType, Set<String>> byType = new EnumMap<>(ConditionType.class);
    conditions.forEach(condition ->
        byType
            .computeIfAbsent(condition.type(), type -> new LinkedHashSet<>())
            .addAll(condition.resourceIds()));
    List<Future<Void>> checks = new ArrayList<>();
    byType.forEach((type, ids) -> checks.add(remote.requireResources(context, type, ids)));
    return Future.all(checks).mapEmpty();
  }

  /** Rows {@code {id, type, operator, resources}} as a statement parameter. */
  public static JsonArray rows(Collection<ConditionInput> conditions) {
    JsonArray rows = new JsonArray();
    conditions.forEach(condition ->
        rows.add(
            new JsonObject()
                .put("id", condition.id())
                .put("type", condition.type().wireName())
                .put("operator", condition.operator())
                .put("resources", new JsonArray(condition.resourceIds()))));
    return rows;
  }

  public ConditionInput withId(String newId) {
    return new ConditionInput(newId, operator, type, resourceIds);
  }
}
