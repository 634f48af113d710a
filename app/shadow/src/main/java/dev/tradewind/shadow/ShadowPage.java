package dev.tradewind.shadow;

import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.page.Pages;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.util.Map;
import java.util.stream.Collectors;

/** Management page of the shadow mode of this node, as HTML and as JSON. */
public final class ShadowPage implements Pages {

  private static final String HTML = "text/html; charset=utf-8";

  private final Shadow shadow;

  public ShadowPage(Shadow shadow) {
    this.shadow = shadow;
  }

  @Override
  public void mount(Router router) {
    router
        .get("/shadow.json")
        .handler(context -> HttpResponses.send(context.response(), Reply.ok(json())));
    router
        .get("/shadow")
        .handler(context ->
            HttpResponses.send(
                context.response(), new Reply(200, HTML, Buffer.buffer(html()), Map.of())));
  }

  private JsonObject json() {
    ShadowRouting.State state = shadow.routing().state();
    return shadow
        .report()
        .toJson()
        .put("reads", new JsonArray(state.reads().stream().sorted().toList()))
        .put("writes", state.writes().label())
        .put("writes_in_flight", shadow.routing().writesInFlight());
  }

  private String html() {
    JsonObject page = json();
    return """
    <!doctype html>
    <html lang="en">
    <title>Shadow mode</title>
    <h1>Shadow mode</h1>
    <p>Writes: %s. Reads that this service answers: %s. Not compared: %s.</p>
    <p>Last round of the following: %s. Answers that differ by what was written since count as lag; %s wait for the next round.</p>
    <h2>Compared reads</h2>
    <table>
    <tr><th>Operation</th><th>Outcomes</th></tr>
    %s
    </table>
    <h2>Differences</h2>
    <table>
    <tr><th>Operation</th><th>Field</th><th>Count</th><th>First</th><th>Last</th><th>Examples: request, v1, here</th></tr>
    %s
    </table>
    <h2>Decided differences</h2>
    <table>
    <tr><th>Class</th><th>Reads</th><th>Explained in</th></tr>
    %s
    </table>
    </html>
    """
        .formatted(
            escaped(page.getString("writes")),
            escaped(page.getJsonArray("reads").encode()),
            escaped(page.getJsonObject("not_compared").encode()),
            escaped(String.valueOf(page.getValue("last_round_at", "none"))),
            page.getInteger("waiting_for_round"),
            page.getJsonObject("compared").stream()
                .map(each ->
                    "<tr><td>%s</td><td>%s</td></tr>"
                        .formatted(escaped(each.getKey()), escaped(each.getValue().toString())))
                .collect(Collectors.joining("\n")),
            page.getJsonArray("differences").stream()
                .map(each -> row((JsonObject) each))
                .collect(Collectors.joining("\n")),
            page.getJsonArray("decided_differences").stream()
                .map(JsonObject.class::cast)
                .map(each ->
                    "<tr><td>%s</td><td>%s</td><td>%s</td></tr>"
                        .formatted(
                            escaped(each.getString("name")),
                            each.getLong("count"),
                            escaped(each.getString("explained_in"))))
                .collect(Collectors.joining("\n")));
  }

  private static String row(JsonObject difference) {
    return "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>"
        .formatted(
            escaped(difference.getString("operation")),
            escaped(difference.getString("field")),
            difference.getLong("count"),
            escaped(difference.getString("first_at")),
            escaped(difference.getString("last_at")),
            difference.getJsonArray("examples").stream()
                .map(JsonObject.class::cast)
                .map(example ->
                    "%s: %s, %s"
                        .formatted(
                            escaped(example.getString("path")),
                            escaped(example.getString("v1")),
                            escaped(example.getString("here"))))
                .collect(Collectors.joining("<br>")));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
