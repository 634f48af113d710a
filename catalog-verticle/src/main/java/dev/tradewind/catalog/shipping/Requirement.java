package dev.tradewind.catalog.shipping;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Subtotal requirement of a shipping option, which has at most one minimum and one maximum.
 *
 * @param id absent for a new one
 */
record Requirement(@Nullable String id, String type, long amount) {

  private static final Set<String> TYPES = Set.of("min_subtotal", "max_subtotal");

  private static final RecordCodec<Requirement> CODEC =
      RecordCodec.of(MethodHandles.lookup(), Requirement.class);

  static List<Requirement> all(@Nullable JsonArray requirements) {
    return JsonArrays.objects(requirements).stream().map(CODEC::read).toList();
  }

  /**
   * Refuses contradictory requirements.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400
   */
  static void check(List<Requirement> requirements) {
    Map<String, Long> amounts = new HashMap<>();
    for (Requirement requirement : requirements) {
      if (!TYPES.contains(requirement.type())) {
        throw invalid("Requirement type must be one of min_subtotal, max_subtotal");
      }
      if (amounts.put(requirement.type(), requirement.amount()) != null) {
        throw invalid("Only one requirement of each type is allowed");
      }
    }
    Long max = amounts.get("max_subtotal");
    Long min = amounts.get("min_subtotal");
    if (max != null && min != null && max < min) {
      throw invalid("Max. subtotal must be greater than Min. subtotal");
    }
  }

  /** Refuses ids that are not stored, and repeated ones: two requirements cannot share a row. */
  static void requireStored(List<Requirement> requirements, Set<String> stored) {
    Set<String> free = new HashSet<>(stored);
    for (Requirement requirement : requirements) {
      if (requirement.id() != null && !free.remove(requirement.id())) {
        throw invalid(
            "Shipping option requirement with id " + requirement.id() + " does not exist");
      }
    }
  }

  JsonObject row(String newId) {
    return CODEC.write(new Requirement(id == null ? newId : id, type, amount));
  }

  private static RuntimeException invalid(String message) {
    return Problem.invalidData(message);
  }
}
