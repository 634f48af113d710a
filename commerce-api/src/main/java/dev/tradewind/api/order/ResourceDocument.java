package dev.tradewind.api.order;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;

/**
 * Snapshot of a resource of another verticle. An order stores it as it was at placement and reads
 * only its id.
 */
public record ResourceDocument(JsonObject json) {

  public String id() {
    return Objects.requireNonNull(json.getString("id"), "id");
  }

  public static List<ResourceDocument> parse(JsonArray array) {
    return array.stream().map(each -> new ResourceDocument((JsonObject) each)).toList();
  }

  public static JsonArray toJson(List<ResourceDocument> documents) {
    JsonArray array = new JsonArray();
    documents.forEach(document -> array.add(document.json));
    return array;
  }
}
