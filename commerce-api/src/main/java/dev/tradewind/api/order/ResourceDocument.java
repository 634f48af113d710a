package dev.tradewind.api.order;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;

/**
 * Resource of another verticle, as that verticle showed it. An order keeps it as it was when the
 * order was placed and reads nothing of it but the id.
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
