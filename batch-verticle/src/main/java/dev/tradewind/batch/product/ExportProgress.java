package dev.tradewind.batch.product;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** How far an export has come; its checkpoint. */
final class ExportProgress {

  final String key;

  /** Products to write. */
  int total;

  /** Products written. */
  int count;

  /** Pieces of the file that are whole. */
  int pieces;

  /** Where the next page begins; nothing at the start. */
  @Nullable JsonObject after;

  /** How often the columns were not enough. */
  int beginnings;

  ExportProgress(String key, int total) {
    this.key = key;
    this.total = total;
  }

  static ExportProgress of(JsonObject checkpoint) {
    ExportProgress place =
        new ExportProgress(checkpoint.getString("key"), checkpoint.getInteger("total"));
    place.count = checkpoint.getInteger("count");
    place.pieces = checkpoint.getInteger("pieces");
    place.after = checkpoint.getJsonObject("after");
    place.beginnings = checkpoint.getInteger("beginnings");
    return place;
  }

  /** Whether there is no next page. */
  boolean isRead() {
    return pieces > 0 && after == null;
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("key", key)
        .put("total", total)
        .put("count", count)
        .put("pieces", pieces)
        .put("after", after)
        .put("beginnings", beginnings);
  }

  /** From the start again. */
  void rewind(int newTotal) {
    total = newTotal;
    count = 0;
    pieces = 0;
    after = null;
    beginnings++;
  }
}
