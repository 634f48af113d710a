package dev.tradewind.order.view;

import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Line items of an order that its fulfillments and returns refer to, for expansions. They share the
 * documents of the order's own ones.
 */
final class ReferredLines {

  private ReferredLines() {}

  /**
   * Embeds in each item of a fulfillment or return its line item, if an edit has not replaced that.
   *
   * @param whole order with all its relations
   */
  static JsonObject embedIn(JsonObject whole) {
    List<JsonObject> owners = new ArrayList<>(List.of(whole));
    owners.addAll(JsonArrays.objects(whole.getJsonArray("swaps")));
    owners.addAll(JsonArrays.objects(whole.getJsonArray("claims")));
    Map<String, JsonObject> lines = new HashMap<>();
    for (JsonObject owner : owners) {
      add(lines, owner.getJsonArray("items"));
      add(lines, owner.getJsonArray("additional_items"));
    }
    for (JsonObject owner : owners) {
      List<JsonObject> parts = new ArrayList<>();
      parts.addAll(JsonArrays.objects(owner.getJsonArray("fulfillments")));
      parts.addAll(JsonArrays.objects(owner.getJsonArray("returns")));
      JsonObject returned = owner.getJsonObject("return_order");
      if (returned != null) {
        parts.add(returned);
      }
      for (JsonObject part : parts) {
        for (JsonObject item : JsonArrays.objects(part.getJsonArray("items"))) {
          item.put("item", lines.get(item.getString("item_id")));
        }
      }
    }
    return whole;
  }

  private static void add(Map<String, JsonObject> lines, JsonArray items) {
    JsonArrays.objects(items).forEach(line -> lines.put(line.getString("id"), line));
  }
}
