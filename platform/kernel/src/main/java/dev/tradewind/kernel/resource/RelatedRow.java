package dev.tradewind.kernel.resource;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A row of a relation.
 *
 * @param key the parent it belongs to
 * @param count rows that the parent has, of which only the newest are fetched; null: they are all
 *     fetched
 */
public record RelatedRow(String key, JsonObject row, @Nullable Long count) {

  /** Member beside a relation that is cut, with the number of its rows. */
  public static String countOf(String relation) {
    return relation + "_count";
  }

  public RelatedRow(String key, JsonObject row) {
    this(key, row, null);
  }
}
