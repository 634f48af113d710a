package dev.tradewind.acceptance.exchange;

import dev.tradewind.testing.Modules;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Request and response recorded from the reference, part of the contract.
 *
 * @param route method and path with {@code :parameters}
 * @param requestBody as sent; absent if there was none
 * @param responseBody decoded JSON, or text
 */
record RecordedExchange(
    String name,
    String route,
    String method,
    String path,
    JsonObject requestHeaders,
    @Nullable JsonObject requestBody,
    int status,
    JsonObject responseHeaders,
    Object responseBody) {

  private static final Path FOLDER =
      Modules.folder("acceptance-tests").resolve("src/test/resources/examples");

  /** All exchanges by name, in alphabetical order. */
  static Map<String, RecordedExchange> all() {
    Map<String, RecordedExchange> exchanges = new TreeMap<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".json")).toList()) {
        String name = file.getFileName().toString().replace(".json", "");
        exchanges.put(name, of(name, new JsonObject(Files.readString(file))));
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return exchanges;
  }

  private static RecordedExchange of(String name, JsonObject file) {
    JsonObject request = file.getJsonObject("request");
    JsonObject response = file.getJsonObject("response");
    return new RecordedExchange(
        name,
        file.getString("route"),
        request.getString("method"),
        request.getString("path"),
        request.getJsonObject("headers"),
        request.getJsonObject("body"),
        response.getInteger("status"),
        response.getJsonObject("headers"),
        response.getValue("body"));
  }

  /** Whether the request carried a session. */
  boolean hasSession() {
    return requestHeaders.containsKey("cookie");
  }

  /** Whether a value of the request has this text, so that the response must repeat it. */
  boolean sends(String text) {
    return requestBody != null && requestBody.encode().contains(Json.encode(text));
  }
}
