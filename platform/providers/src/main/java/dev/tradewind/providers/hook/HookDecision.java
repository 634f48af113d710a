package dev.tradewind.providers.hook;

import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.spi.hook.HookPoint;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decision of a hook, kept beside what it was about until that is an order, and recorded with the
 * order in the audit log.
 *
 * @param answer absent if there was none
 */
public record HookDecision(
    HookPoint point, String hook, Outcome outcome, Instant at, @Nullable JsonObject answer) {

  private static final RecordCodec<HookDecision> CODEC =
      RecordCodec.of(MethodHandles.lookup(), HookDecision.class);

  /** Outcome of a question. */
  public enum Outcome {
    /** The hook has answered. */
    ANSWERED,
    /** The answer was late, missing or not one that the point allows. */
    FAILED,
    /** The hook was not asked: it has failed before, or answers too many questions. */
    SKIPPED
  }

  public JsonObject toJson() {
    return CODEC.write(this);
  }

  /**
   * Decisions about one thing in their JSON form: those of the points that were asked now, and of
   * the other points before.
   */
  public static List<JsonObject> latest(List<JsonObject> before, @Nullable List<JsonObject> now) {
    if (now == null || now.isEmpty()) {
      return before;
    }
    return Stream.concat(
            before.stream()
                .filter(old -> now.stream().noneMatch(each -> point(each).equals(point(old)))),
            now.stream())
        .toList();
  }

  /** Whether a decision, in its JSON form, refuses what was asked about. */
  public static boolean isRefusal(JsonObject decision) {
    JsonObject answer = decision.getJsonObject("answer");
    return answer != null && answer.getString("refusal") != null;
  }

  private static String point(JsonObject decision) {
    return decision.getString("point");
  }
}
