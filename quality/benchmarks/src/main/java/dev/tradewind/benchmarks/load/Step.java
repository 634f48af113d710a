package dev.tradewind.benchmarks.load;

import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Request of a script. {@code {cart}} stands for the id of the last cart that a response to the
 * same script created, {@code {n}} for a number that no other turn has.
 *
 * @param headers beside the headers of every request
 * @param makesCart whether the response contains a new cart
 */
public record Step(
    String method,
    String path,
    Map<String, String> headers,
    @Nullable String body,
    boolean makesCart) {

  public static final String CART = "{cart}";
  public static final String NUMBER = "{n}";

  public static Step get(String path) {
    return new Step("GET", path, Map.of(), null, false);
  }

  public static Step post(String path, @Nullable JsonObject body) {
    return new Step("POST", path, Map.of(), body == null ? null : body.encode(), false);
  }

  public Step with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Step(method, path, Map.copyOf(more), body, makesCart);
  }

  /** The same request with another value of a member of its body. */
  public Step withMember(String name, String value) {
    return new Step(
        method, path, headers, new JsonObject(body).put(name, value).encode(), makesCart);
  }

  public Step makingCart() {
    return new Step(method, path, headers, body, true);
  }

  /** Whether it asks for a page only if that has changed, which fails as a measurement. */
  boolean isConditional() {
    return headers.containsKey("if-none-match");
  }

  boolean isAlwaysTheSame() {
    String all = path + body;
    return !all.contains(CART) && !all.contains(NUMBER);
  }

  /** The request as sent. */
  String text(String cartId, String number) {
    String content = body == null ? "" : body.replace(CART, cartId).replace(NUMBER, number);
    StringBuilder text =
        new StringBuilder(method)
            .append(' ')
            .append(path.replace(CART, cartId))
            .append(" HTTP/1.1\r\nhost: 127.0.0.1\r\n");
    headers.forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
    if (!method.equals("GET")) {
      // All bodies are ASCII, so characters are bytes.
      text.append("content-length: ").append(content.length()).append("\r\n");
    }
    if (!content.isEmpty()) {
      text.append("content-type: application/json\r\n");
    }
    return text.append("\r\n").append(content).toString();
  }

  JsonObject toJson() {
    JsonObject fields = new JsonObject();
    headers.forEach(fields::put);
    return new JsonObject()
        .put("method", method)
        .put("path", path)
        .put("headers", fields)
        .put("body", body)
        .put("makes_cart", makesCart);
  }

  static Step of(JsonObject json) {
    Map<String, String> headers = new LinkedHashMap<>();
    json.getJsonObject("headers")
        .forEach(field -> headers.put(field.getKey(), (String) field.getValue()));
    return new Step(
        json.getString("method"),
        json.getString("path"),
        Map.copyOf(headers),
        json.getString("body"),
        json.getBoolean("makes_cart"));
  }
}
