package dev.tradewind.medusa.target;

import dev.tradewind.medusa.document.StoredAmounts;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Amount of a sale that is shown otherwise here than by the source, in the smallest unit of the
 * currency.
 *
 * @param table table of the source
 * @param id of the order, cart, swap, claim or edit
 * @param figure its name in the answers, with the line or shipping method that has it
 * @param source amount that the source shows
 * @param target amount here
 */
public record AmountDifference(
    String table, String id, String figure, long source, long target, String reason) {

  /** Lines for people; the JSON report has all. */
  private static final int SHOWN = 200;

  /** Takes the differences out of a converted row. */
  public static List<AmountDifference> takenOut(String table, JsonObject row) {
    if (row.remove(StoredAmounts.DIFFERENCES) instanceof JsonArray differences) {
      return differences.stream()
          .map(JsonObject.class::cast)
          .map(each ->
              new AmountDifference(
                  table,
                  row.getString("id"),
                  each.getString("figure"),
                  each.getLong("source"),
                  each.getLong("target"),
                  each.getString("reason")))
          .toList();
    }
    return List.of();
  }

  public static JsonArray toJson(List<AmountDifference> differences) {
    JsonArray array = new JsonArray();
    differences.forEach(each ->
        array.add(
            new JsonObject()
                .put("table", each.table)
                .put("id", each.id)
                .put("figure", each.figure)
                .put("source", each.source)
                .put("target", each.target)
                .put("reason", each.reason)));
    return array;
  }

  /** Report for people; empty without differences. */
  public static String toText(List<AmountDifference> differences) {
    if (differences.isEmpty()) {
      return "";
    }
    return "Amounts that are shown otherwise here: %s%n".formatted(differences.size())
        + differences.stream()
            .limit(SHOWN)
            .map(each ->
                "  %s %s, %s: %s in the source, %s here. %s%n"
                    .formatted(
                        each.table, each.id, each.figure, each.source, each.target, each.reason))
            .collect(Collectors.joining())
        + (differences.size() > SHOWN
            ? "  and %s more, which --report FILE lists.%n".formatted(differences.size() - SHOWN)
            : "");
  }
}
