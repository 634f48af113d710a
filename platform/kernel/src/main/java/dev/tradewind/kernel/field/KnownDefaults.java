package dev.tradewind.kernel.field;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the defaults that the declared fields of a resource had when metadata was refused last.
 * It completes metadata before the database does, which still judges what was given: a declaration
 * that has changed since costs a refusal, and is read again.
 */
public final class KnownDefaults {

  private final String resource;
  private volatile JsonObject defaults = new JsonObject();

  /**
   * @param resource its name in declarations
   */
  public KnownDefaults(String resource) {
    this.resource = resource;
  }

  /** Reads them again, after a refusal of metadata with those that were known. */
  public Future<Void> refresh(SqlClient db) {
    return CheckedMetadataStore.ofNew(db, resource, new JsonObject())
        .onSuccess(read -> defaults = read)
        .mapEmpty();
  }

  /** The given metadata with the defaults that it lacks; the same object if it lacks none. */
  public JsonObject complete(JsonObject given) {
    JsonObject known = defaults;
    // Lists and objects among them become those of the caller.
    return known.isEmpty() ? given : complete(given, known.copy());
  }

  private static JsonObject complete(JsonObject given, JsonObject defaults) {
    JsonObject completed = given;
    for (Map.Entry<String, Object> member : defaults) {
      Object present = given.getValue(member.getKey());
      Object wanted =
          present instanceof JsonObject staff && member.getValue() instanceof JsonObject hidden
              ? complete(staff, hidden)
              : isAbsent(present) ? member.getValue() : present;
      if (wanted != present) {
        completed = completed == given ? given.copy() : completed;
        completed.put(member.getKey(), wanted);
      }
    }
    return completed;
  }

  /** Null and an empty text are no values. */
  private static boolean isAbsent(@Nullable Object value) {
    return value == null || value.equals("");
  }
}
