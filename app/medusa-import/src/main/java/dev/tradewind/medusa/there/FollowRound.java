package dev.tradewind.medusa.there;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Locale;

/**
 * Round of following that is applied.
 *
 * @param changed rows that were written
 * @param deleted rows that were deleted
 * @param lag age of the source's snapshot, which the copy is equal to now
 */
public record FollowRound(long number, long changed, long deleted, Duration lag) {

  /** Whether the copy was equal to the source before the round. */
  public boolean isCaughtUp() {
    return changed + deleted == 0;
  }

  /** Line for people. */
  public String toText() {
    return String.format(
        Locale.ROOT,
        "Round %s: %s rows changed, %s deleted, lag %.1f s.",
        number,
        changed,
        deleted,
        lag.toMillis() / 1000.0);
  }

  public JsonObject toJson() {
    return new JsonObject()
        .put("rounds", number)
        .put("changed", changed)
        .put("deleted", deleted)
        .put("lag_milliseconds", lag.toMillis());
  }
}
