package dev.tradewind.catalog.input;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Readers of lists and codes in a validated body. */
public final class JsonFields {

  private JsonFields() {}

  /** Distinct texts of a list; empty if the list is absent or null. */
  public static Optional<List<String>> texts(JsonObject body, String name) {
    return Optional.ofNullable(body.getJsonArray(name)).map(JsonFields::distinct);
  }

  /** Distinct codes of a list, in lower case. */
  public static Optional<List<String>> codes(JsonObject body, String name) {
    return texts(body, name)
        .map(
            codes -> codes.stream().map(code -> code.toLowerCase(Locale.ROOT)).distinct().toList());
  }

  public static @Nullable String code(JsonObject body, String name) {
    String code = body.getString(name);
    return code == null ? null : code.toLowerCase(Locale.ROOT);
  }

  /** Distinct ids of a list of objects. */
  public static List<String> ids(JsonArray objects) {
    return objects.stream()
        .map(object -> ((JsonObject) object).getString("id"))
        .distinct()
        .toList();
  }

  /** Wraps the texts as one statement parameter; an array would be expanded to several. */
  public static Object array(List<String> texts) {
    return texts.toArray(String[]::new);
  }

  private static List<String> distinct(JsonArray texts) {
    return texts.stream().map(String.class::cast).distinct().toList();
  }
}
