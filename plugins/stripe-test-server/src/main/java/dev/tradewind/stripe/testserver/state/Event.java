package dev.tradewind.stripe.testserver.state;

import io.vertx.core.json.JsonObject;

/**
 * Event with a snapshot of its object.
 *
 * @param since oldest version of endpoints that get it
 */
public record Event(JsonObject body, ApiVersion since) {

  public String id() {
    return body.getString("id");
  }

  public String type() {
    return body.getString("type");
  }

  /** The body as an endpoint of that version gets it. */
  public JsonObject rendered(ApiVersion version) {
    JsonObject copy = body.copy();
    JsonObject data = copy.getJsonObject("data");
    data.put("object", Renderer.render(data.getJsonObject("object"), version));
    return copy.put("api_version", version.name());
  }
}
