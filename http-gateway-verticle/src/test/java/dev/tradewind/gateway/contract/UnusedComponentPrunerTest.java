package dev.tradewind.gateway.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

class UnusedComponentPrunerTest {

  @Test
  void unreferencedComponentsAreRemoved() {
    JsonObject schemas =
        new JsonObject()
            .put("Cart", new JsonObject().put("anyOf", new JsonArray().add(reference("Item"))))
            .put(
                "Item",
                new JsonObject().put("properties", new JsonObject().put("cart", reference("Cart"))))
            .put("Island", new JsonObject().put("x", reference("Sand")))
            .put("Sand", new JsonObject());
    JsonObject components =
        new JsonObject()
            .put("schemas", schemas)
            .put("headers", new JsonObject().put("Unused", new JsonObject()))
            .put("securitySchemes", new JsonObject().put("session", new JsonObject()));

    JsonObject used =
        UnusedComponentPruner.used(components, new JsonObject().put("/carts", reference("Cart")));

    assertThat(used.fieldNames()).containsExactly("schemas", "securitySchemes");
    assertThat(used.getJsonObject("schemas").fieldNames()).containsExactly("Cart", "Item");
  }

  private static JsonObject reference(String schema) {
    return new JsonObject().put("$ref", "#/components/schemas/" + schema);
  }
}
