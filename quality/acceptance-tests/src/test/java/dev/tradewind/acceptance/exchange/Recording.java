package dev.tradewind.acceptance.exchange;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sequence of recorded exchanges in one shop, with the requests between them that were not
 * recorded: a file in {@code recordings}.
 */
record Recording(String name, List<Part> parts) {

  private static final List<String> FILES =
      List.of(
          "shop.yaml",
          "orders.yaml",
          "untracked-stock.yaml",
          "inventory.yaml",
          "swaps.yaml",
          "claims.yaml",
          "order-edits.yaml",
          "price-lists.yaml",
          "categories-and-keys.yaml");

  /** Steps that build upon each other. */
  record Part(String name, List<Step> steps) {}

  static List<Recording> all() {
    return FILES.stream().map(Recording::load).toList();
  }

  private static Recording load(String file) {
    JsonObject content = Yaml.load(file);
    return new Recording(
        content.getString("name"),
        objects(content.getJsonArray("parts"))
            .map(part ->
                new Part(
                    part.getString("name"),
                    objects(part.getJsonArray("steps"))
                        .flatMap(step -> Step.of(step).stream())
                        .toList()))
            .toList());
  }

  private static Stream<JsonObject> objects(JsonArray elements) {
    return elements.stream().map(JsonObject.class::cast);
  }

  /** The names of its exchanges. */
  Set<String> exchanges() {
    return parts.stream()
        .flatMap(part -> part.steps().stream())
        .filter(Step.Replay.class::isInstance)
        .map(step -> ((Step.Replay) step).exchange())
        .collect(Collectors.toSet());
  }
}
