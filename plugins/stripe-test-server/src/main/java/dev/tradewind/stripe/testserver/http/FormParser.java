package dev.tradewind.stripe.testserver.http;

import dev.tradewind.stripe.testserver.state.StripeError;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser of forms and queries with nested keys: {@code a[b]=c}, {@code a[]=c}, {@code a[0]=c}. */
public final class FormParser {

  private static final Pattern KEY = Pattern.compile("([^\\[\\]]+)((?:\\[[^\\[\\]]*])*)");
  private static final Pattern PART = Pattern.compile("\\[([^\\[\\]]*)]");
  private static final Pattern INDEX = Pattern.compile("\\d{1,6}");

  private FormParser() {}

  /** The parameters; a key that is given twice has its last value, lists keep their order. */
  public static JsonObject parse(String form) {
    Map<String, Object> root = new LinkedHashMap<>();
    for (String pair : form.split("&")) {
      if (!pair.isEmpty()) {
        String[] parts = pair.split("=", 2);
        add(root, decoded(parts[0]), parts.length == 2 ? decoded(parts[1]) : "");
      }
    }
    JsonObject object = new JsonObject();
    root.forEach((name, value) -> object.put(name, json(value)));
    return object;
  }

  private static void add(Map<String, Object> root, String key, String value) {
    Matcher matcher = KEY.matcher(key);
    if (!matcher.matches()) {
      root.put(key, value);
      return;
    }
    List<String> names = new ArrayList<>(List.of(matcher.group(1)));
    PART.matcher(matcher.group(2)).results().forEach(part -> names.add(part.group(1)));
    Map<String, Object> parent = root;
    for (String name : names.subList(0, names.size() - 1)) {
      parent = child(parent, nameIn(parent, name), key);
    }
    Object replaced = parent.put(nameIn(parent, names.getLast()), value);
    if (replaced instanceof Map) {
      throw conflict(key);
    }
  }

  @SuppressWarnings("unchecked") // Maps of this parser alone.
  private static Map<String, Object> child(Map<String, Object> parent, String name, String key) {
    Object child = parent.computeIfAbsent(name, absent -> new LinkedHashMap<String, Object>());
    if (child instanceof Map<?, ?> map) {
      return (Map<String, Object>) map;
    }
    throw conflict(key);
  }

  private static String nameIn(Map<String, Object> parent, String name) {
    return name.isEmpty() ? Integer.toString(parent.size()) : name;
  }

  private static StripeError conflict(String key) {
    return StripeError.invalid("Invalid request: " + key + " is a value and an object", null, key);
  }

  private static Object json(Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return value;
    }
    if (map.keySet().stream().allMatch(name -> INDEX.matcher((String) name).matches())) {
      return new JsonArray(
          map.entrySet().stream()
              .sorted(
                  java.util.Comparator.comparingInt(
                      entry -> Integer.parseInt((String) entry.getKey())))
              .map(entry -> json(entry.getValue()))
              .toList());
    }
    JsonObject object = new JsonObject();
    map.forEach((name, child) -> object.put((String) name, json(child)));
    return object;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw StripeError.invalid("Invalid request: malformed percent encoding", null, null);
    }
  }
}
