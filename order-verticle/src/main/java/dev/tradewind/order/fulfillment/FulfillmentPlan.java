package dev.tradewind.order.fulfillment;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Plan of fulfillments: checks the requested units and assigns them to shipping methods. */
final class FulfillmentPlan {

  private FulfillmentPlan() {}

  /** Units of line items that one shipping method delivers. */
  record Part(OrderShippingMethod method, List<Fulfillment.Item> items) {}

  /**
   * Requires the units to belong to different line items, each in a positive quantity.
   *
   * @param subject id in the message about a line item that is listed twice
   */
  static void requireValid(List<Fulfillment.Item> items, String subject) {
    if (items.isEmpty()) {
      throw Problem.invalidData("items should not be empty");
    }
    Set<String> lineIds = new HashSet<>();
    for (Fulfillment.Item item : items) {
      if (item.quantity() < 1) {
        throw Problem.invalidData("quantity must not be less than 1");
      }
      if (!lineIds.add(item.lineId())) {
        throw Problem.duplicate(
            "Fulfillment_item with fulfillment_id, item_id %s, %s already exists."
                .formatted(subject, item.lineId()));
      }
    }
  }

  /**
   * Requires the line items to have that many units that are neither fulfilled nor returned.
   *
   * @param pending units in fulfillments that no provider has accepted yet, by line item
   */
  static void requireUnfulfilled(
      List<Fulfillment.Item> items, List<OrderLine> lines, Map<String, Long> pending) {
    Map<String, OrderLine> byId = byId(lines);
    for (Fulfillment.Item item : items) {
      OrderLine line = byId.get(item.lineId());
      if (line == null) {
        throw Problem.notFound("Line item with " + item.lineId() + " was not found");
      }
      if (item.quantity() > line.unfulfilledUnits(pending.getOrDefault(line.id(), 0L))) {
        throw Problem.notAllowed("Cannot fulfill more items than have been purchased");
      }
    }
  }

  /** Whether only units in fulfillments without an answer are in the way. */
  static boolean isWaiting(
      List<Fulfillment.Item> items, List<OrderLine> lines, Map<String, Long> pending) {
    return !pending.isEmpty()
        && !isUnfulfilled(items, lines, pending)
        && isUnfulfilled(items, lines, Map.of());
  }

  private static boolean isUnfulfilled(
      List<Fulfillment.Item> items, List<OrderLine> lines, Map<String, Long> pending) {
    Map<String, OrderLine> byId = byId(lines);
    return items.stream()
        .allMatch(item -> {
          OrderLine line = byId.get(item.lineId());
          return line != null
              && item.quantity() <= line.unfulfilledUnits(pending.getOrDefault(line.id(), 0L));
        });
  }

  private static Map<String, OrderLine> byId(List<OrderLine> lines) {
    return lines.stream().collect(Collectors.toMap(OrderLine::id, Function.identity()));
  }

  /**
   * Assigns units to the shipping method of the profile of their product; without one to the first
   * method. A method without units gets no part.
   *
   * @param profiles ids of the shipping profiles of the line items' products, where they are known
   */
  static List<Part> assign(
      List<Fulfillment.Item> items,
      List<OrderShippingMethod> methods,
      Map<String, String> profiles) {
    Map<OrderShippingMethod, List<Fulfillment.Item>> assigned = new LinkedHashMap<>();
    methods.forEach(method -> assigned.put(method, new ArrayList<>()));
    for (Fulfillment.Item item : items) {
      String profile = profiles.get(item.lineId());
      OrderShippingMethod method =
          methods.stream()
              .filter(each -> profile != null && profile.equals(each.profileId()))
              .findFirst()
              .orElse(methods.getFirst());
      Objects.requireNonNull(assigned.get(method)).add(item);
    }
    return assigned.entrySet().stream()
        .filter(entry -> !entry.getValue().isEmpty())
        .map(entry -> new Part(entry.getKey(), entry.getValue()))
        .toList();
  }
}
