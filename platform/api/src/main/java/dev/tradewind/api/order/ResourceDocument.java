package dev.tradewind.api.order;

import dev.tradewind.kernel.json.JsonForm;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;

/**
 * Snapshot of a resource of another verticle. An order stores it as it was at placement and reads
 * only its id.
 */
public record ResourceDocument(JsonObject json) {

  /** Form as a part of a message or a stored document. */
  public static final JsonForm<ResourceDocument> FORM =
      JsonForm.ofObject(ResourceDocument.class, ResourceDocument::new, ResourceDocument::json);

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
