package dev.tradewind.testing;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Responses recorded from the reference, in a module's test resources under {@code /examples}. */
public final class RecordedAnswers {

  private RecordedAnswers() {}

  /** The recorded body of that name. */
  public static JsonObject body(String name) {
    String path = "/examples/" + name + ".json";
    try (InputStream file = RecordedAnswers.class.getResourceAsStream(path)) {
      return new JsonObject(Buffer.buffer(Objects.requireNonNull(file, name).readAllBytes()))
          .getJsonObject("response")
          .getJsonObject("body");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Every path of member names in a document; array elements share one path. */
  public static Set<String> paths(JsonObject document) {
    Set<String> paths = new TreeSet<>();
    collect(document, "", paths);
    return paths;
  }

  private static void collect(Object value, String path, Set<String> paths) {
    if (value instanceof JsonObject object) {
      object.forEach(member -> {
        String child = path + "." + member.getKey();
        paths.add(child);
        collect(member.getValue(), child, paths);
      });
    } else if (value instanceof JsonArray array) {
      array.forEach(element -> collect(element, path + "[]", paths));
    }
  }
}
