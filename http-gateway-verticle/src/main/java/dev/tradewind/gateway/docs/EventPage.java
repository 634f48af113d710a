package dev.tradewind.gateway.docs;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/** HTML page of the published events, which loads nothing from other hosts. */
final class EventPage {

  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Tradewind events</title>
        <link rel="icon" type="image/svg+xml" href="/docs/icon.svg">
        <link rel="stylesheet" href="/docs/header.css">
        <link rel="stylesheet" href="/docs/events.css">
      </head>
      <body>
      <nav><strong>Tradewind</strong> <a href="/docs">HTTP API</a>
      <a href="/docs/events" aria-current="page">Events on Kafka</a></nav>
      <main>
      """;

  private final JsonObject document;
  private final StringBuilder html = new StringBuilder(HEAD);

  private EventPage(JsonObject document) {
    this.document = document;
  }

  static String of(JsonObject document) {
    return new EventPage(document).render();
  }

  private String render() {
    JsonObject info = document.getJsonObject("info");
    line("<h1>%s</h1>", info.getString("title"));
    line("<p>%s</p>", info.getString("description"));
    html.append(
        """
        <p>AsyncAPI document: <a href="/docs/events/asyncapi.yaml">YAML</a>,
        <a href="/docs/events/asyncapi.json">JSON</a>.</p>
        """);
    JsonObject channels = document.getJsonObject("channels");
    html.append("<ul>\n");
    for (String name : channels.fieldNames()) {
      JsonObject channel = channels.getJsonObject(name);
      line(
          "<li><a href=\"#%1$s\">%1$s</a>: %2$s</li>",
          channel.getString("address"), channel.getString("title"));
    }
    html.append("</ul>\n<h2>Headers of every record</h2>\n");
    properties(component("messageTraits", "cloudEvent").getJsonObject("headers"));
    for (String name : channels.fieldNames()) {
      channel(channels.getJsonObject(name));
    }
    return html.append("</main>\n</body>\n</html>\n").toString();
  }

  private void channel(JsonObject channel) {
    String topic = channel.getString("address");
    JsonObject kafka = channel.getJsonObject("bindings").getJsonObject("kafka");
    line("<h2 id=\"%1$s\">%1$s</h2>", topic);
    line(
        "<p>%s. %s %s partitions.</p>",
        channel.getString("title"),
        channel.getString("description"),
        kafka.getInteger("partitions"));
    for (String key : channel.getJsonObject("messages").fieldNames()) {
      message(topic, key, component("messages", key));
    }
  }

  private void message(String topic, String key, JsonObject message) {
    line("<h3 id=\"%s\">%s</h3>", key, message.getString("name"));
    line(
        "<p>%s <a href=\"/docs/events/schemas/%s/%s.json\">JSON Schema</a></p>",
        message.getString("summary"), topic, key);
    String reference = message.getJsonObject("payload").getString("$ref");
    properties(component("schemas", reference.substring(reference.lastIndexOf('/') + 1)));
    JsonArray examples = message.getJsonArray("examples");
    if (examples != null) {
      line(
          "<pre>%s</pre>",
          examples.getJsonObject(0).getValue("payload") instanceof JsonObject data
              ? data.encodePrettily()
              : "null");
    }
  }

  private void properties(JsonObject schema) {
    html.append("<table>\n<tr><th>Name</th><th>Type</th><th>Meaning</th></tr>\n");
    JsonArray required = schema.getJsonArray("required");
    for (Map.Entry<String, Object> property : schema.getJsonObject("properties")) {
      JsonObject described = (JsonObject) property.getValue();
      Object type = described.getValue("type", resourceIn(described));
      line(
          "<tr><td><code>%s</code></td><td>%s%s</td><td>%s</td></tr>",
          property.getKey(),
          type instanceof JsonArray types
              ? String.join(" or ", types.stream().map(String::valueOf).toList())
              : type,
          required.contains(property.getKey()) ? "" : ", optional",
          described.getString("description", described.getString("const", "")));
    }
    html.append("</table>\n");
  }

  /** Name of the resource that a property references or may be. */
  private static String resourceIn(JsonObject schema) {
    JsonArray alternatives = schema.getJsonArray("anyOf");
    String reference =
        alternatives == null
            ? schema.getString("$ref", "")
            : alternatives.getJsonObject(0).getString("$ref", "");
    return reference.substring(reference.lastIndexOf('/') + 1);
  }

  private JsonObject component(String folder, String name) {
    return document.getJsonObject("components").getJsonObject(folder).getJsonObject(name);
  }

  private void line(String form, Object... values) {
    Object[] escaped = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      escaped[i] = escaped(String.valueOf(values[i]));
    }
    html.append(form.formatted(escaped)).append('\n');
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
