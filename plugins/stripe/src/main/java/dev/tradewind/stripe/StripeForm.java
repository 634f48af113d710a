package dev.tradewind.stripe;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.StringJoiner;

/** Form of a request of Stripe's API: {@code metadata[order]=1&types[]=card}. */
final class StripeForm {

  private StripeForm() {}

  static Buffer encode(JsonObject parameters) {
    StringJoiner form = new StringJoiner("&");
    for (Map.Entry<String, Object> parameter : parameters) {
      add(form, parameter.getKey(), parameter.getValue());
    }
    return Buffer.buffer(form.toString());
  }

  private static void add(StringJoiner form, String name, Object value) {
    switch (value) {
      case JsonObject object ->
          object.forEach(
              member -> add(form, name + "[" + member.getKey() + "]", member.getValue()));
      case JsonArray array -> array.forEach(each -> add(form, name + "[]", each));
      case null -> form.add(encoded(name) + "=");
      default -> form.add(encoded(name) + "=" + encoded(String.valueOf(value)));
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
