package dev.tradewind.acceptance.exchange;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Step of a recording. Bodies and paths contain recorded ids, which are translated to ours. */
sealed interface Step {

  /** Replay of a recorded exchange. */
  record Replay(String exchange) implements Step {}

  /**
   * Request that prepares the next exchanges; it must succeed.
   *
   * @param asCustomer whether it carries the customer's session
   * @param ids recorded ids by the paths in the response where ours are
   * @param awaited values by path; the request is repeated until the response has them
   */
  record Send(
      String method,
      String path,
      @Nullable JsonObject body,
      boolean asCustomer,
      Map<String, String> ids,
      Map<String, Object> awaited)
      implements Step {}

  /**
   * Wait for an event, as a mail to a customer would need it.
   *
   * @param where texts that members of the payload have; other shops publish to the same broker
   * @param texts recorded texts by the members of the payload where ours are
   */
  record Await(String topic, String type, Map<String, String> where, Map<String, String> texts)
      implements Step {}

  /** The requests of a step in a file. */
  static List<Step> of(JsonObject step) {
    if (step.containsKey("replay")) {
      return List.of(new Replay(step.getString("replay")));
    }
    if (step.containsKey("checkout")) {
      return checkout(step);
    }
    if (step.containsKey("event")) {
      return List.of(
          new Await(
              step.getString("topic"),
              step.getString("event"),
              texts(step.getJsonObject("where")),
              texts(step.getJsonObject("texts"))));
    }
    String[] line = step.getString("send").split(" ", 2);
    return List.of(
        new Send(
            line[0],
            line[1],
            step.getJsonObject("body"),
            step.getBoolean("customer", false),
            texts(step.getJsonObject("ids", new JsonObject())),
            step.getJsonObject("until", new JsonObject()).getMap()));
  }

  /** The requests of a guest's checkout. */
  private static List<Step> checkout(JsonObject step) {
    String cartId = step.getString("checkout");
    String cart = "/store/carts/" + cartId;
    JsonArray items = new JsonArray();
    Map<String, String> ids = new LinkedHashMap<>(Map.of("cart.id", cartId));
    for (Object each : step.getJsonArray("items")) {
      JsonObject item = (JsonObject) each;
      if (item.containsKey("id")) {
        ids.put("cart.items[%d].id".formatted(items.size()), item.getString("id"));
      }
      items.add(
          new JsonObject()
              .put("variant_id", item.getString("variant"))
              .put("quantity", item.getInteger("quantity")));
    }
    JsonObject address = step.getJsonObject("address");
    List<Step> steps = new ArrayList<>();
    steps.add(
        post(
            "/store/carts",
            new JsonObject().put("region_id", step.getString("region")).put("items", items),
            ids));
    JsonObject update = new JsonObject().put("email", step.getString("email"));
    if (step.getBoolean("billing", true)) {
      update.put("billing_address", address);
    }
    steps.add(post(cart, update.put("shipping_address", address), Map.of()));
    if (step.containsKey("option")) {
      JsonObject option = new JsonObject().put("option_id", step.getString("option"));
      steps.add(post(cart + "/shipping-methods", option, Map.of()));
    }
    steps.add(post(cart + "/payment-sessions", null, Map.of()));
    if (step.getString("order") != null) {
      steps.add(post(cart + "/complete", null, Map.of("data.id", step.getString("order"))));
    }
    return steps;
  }

  private static Send post(String path, @Nullable JsonObject body, Map<String, String> ids) {
    return new Send("POST", path, body, false, ids, Map.of());
  }

  private static Map<String, String> texts(JsonObject members) {
    Map<String, String> byPath = new LinkedHashMap<>();
    members.forEach(entry -> byPath.put(entry.getKey(), (String) entry.getValue()));
    return byPath;
  }
}
