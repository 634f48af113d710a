package dev.tradewind.storefront.visit;

import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Call of an operation of the store API.
 *
 * @param operation id of the operation
 * @param path parameters of the path, decoded
 * @param query encoded query string; empty without parameters
 * @param body JSON body; absent without one
 */
public record StoreCall(
    String operation, Map<String, String> path, String query, @Nullable JsonObject body) {

  public static StoreCall of(String operation) {
    return new StoreCall(operation, Map.of(), "", null);
  }

  public static StoreCall of(String operation, String id) {
    return new StoreCall(operation, Map.of("id", id), "", null);
  }

  /** With another parameter of the path. */
  public StoreCall with(String parameter, String value) {
    Map<String, String> all = new HashMap<>(path);
    all.put(parameter, value);
    return new StoreCall(operation, all, query, body);
  }

  /** With a parameter of the query; one without a value is left out. */
  public StoreCall where(String name, @Nullable Object value) {
    return value == null || value.equals("") ? this : added(name, value.toString());
  }

  /** With these fields alone, and without the relations that the operation shows by default. */
  public StoreCall showing(String fields) {
    return added("fields", fields).added("expand", "");
  }

  private StoreCall added(String name, String value) {
    String added = encoded(name) + "=" + encoded(value);
    return new StoreCall(operation, path, query.isEmpty() ? added : query + "&" + added, body);
  }

  public StoreCall sending(JsonObject sent) {
    return new StoreCall(operation, path, query, sent);
  }

  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
