package dev.tradewind.batch.csv;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Progress of an export; its checkpoint. */
final class ExportProgress {

  final String key;

  /** Resources to write. */
  int total;

  /** Resources written. */
  int count;

  /** Chunks appended to the file. */
  int chunks;

  /** Start of the next page; null at the beginning. */
  @Nullable JsonObject after;

  /** Number of restarts because of missing columns. */
  int restarts;

  ExportProgress(String key, int total) {
    this.key = key;
    this.total = total;
  }

  static ExportProgress of(JsonObject checkpoint) {
    ExportProgress progress =
        new ExportProgress(checkpoint.getString("key"), checkpoint.getInteger("total"));
    progress.count = checkpoint.getInteger("count");
    progress.chunks = checkpoint.getInteger("pieces");
    progress.after = checkpoint.getJsonObject("after");
    progress.restarts = checkpoint.getInteger("beginnings");
    return progress;
  }

  /** Whether the last page has been read. */
  boolean isRead() {
    return chunks > 0 && after == null;
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("key", key)
        .put("total", total)
        .put("count", count)
        .put("pieces", chunks)
        .put("after", after)
        .put("beginnings", restarts);
  }

  /** Restarts from the first page. */
  void rewind(int newTotal) {
    total = newTotal;
    count = 0;
    chunks = 0;
    after = null;
    restarts++;
  }
}
