package dev.tradewind.medusa.there;

import dev.tradewind.medusa.check.SourceCheck;
import dev.tradewind.medusa.target.AmountDifference;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Result of a move.
 *
 * @param rows rows that this run has copied
 * @param copying time of copying, without the verification
 * @param amounts amounts of sales that are shown otherwise here
 * @param corrections what was corrected in the copy
 * @param unread columns of Medusa whose values were not copied, with their number
 * @param followed last round of following, if the source was followed
 */
public record MoveReport(
    long rows,
    Duration copying,
    List<Comparison> comparisons,
    List<AmountDifference> amounts,
    List<SourceCheck.Finding> corrections,
    Map<String, Long> unread,
    @Nullable FollowRound followed,
    boolean isHandedOver) {

  /**
   * Figure of a table in the source and in the target.
   *
   * @param source of the rows that are to be copied
   */
  public record Comparison(String table, String figure, String source, String target) {

    boolean isEqual() {
      return source.equals(target);
    }
  }

  /** Whether all figures are equal. */
  public boolean isVerified() {
    return comparisons.stream().allMatch(Comparison::isEqual);
  }

  /** Report for people: the differences, or the number of equal figures. */
  public String toText() {
    if (followed != null && isHandedOver) {
      return followed.toText()
          + "%nFollowing has ended: another command goes on with the move.%n".formatted();
    }
    double seconds = Math.max(copying.toMillis(), 1) / 1000.0;
    String differences =
        comparisons.stream()
            .filter(each -> !each.isEqual())
            .map(each ->
                "  %s, %s: %s in the source, %s here%n"
                    .formatted(each.table(), each.figure(), each.source(), each.target()))
            .collect(Collectors.joining());
    return (followed == null
            ? String.format(
                Locale.ROOT,
                "Copied %s rows in %.1f s (%.0f rows/s).%n",
                rows,
                seconds,
                rows / seconds)
            : followed.toText() + "%n".formatted())
        + unread.entrySet().stream()
            .map(each ->
                "Not taken: column %s, %s values.%n".formatted(each.getKey(), each.getValue()))
            .collect(Collectors.joining())
        + corrections.stream()
            .map(each ->
                "Corrected in the copy: %s: %s (%s). %s%n"
                    .formatted(each.subject(), each.count(), each.examples(), each.consequence()))
            .collect(Collectors.joining())
        + AmountDifference.toText(amounts)
        + (differences.isEmpty()
            ? "Verified: %s figures are equal.%n".formatted(comparisons.size())
            : "NOT verified, these figures differ:%n".formatted() + differences);
  }

  private static JsonArray array(List<SourceCheck.Finding> findings) {
    JsonArray array = new JsonArray();
    findings.forEach(each -> array.add(each.toJson()));
    return array;
  }

  public JsonObject toJson() {
    JsonArray figures = new JsonArray();
    comparisons.forEach(each ->
        figures.add(
            new JsonObject()
                .put("table", each.table())
                .put("figure", each.figure())
                .put("source", each.source())
                .put("target", each.target())
                .put("equal", each.isEqual())));
    JsonObject notTaken = new JsonObject();
    unread.forEach(notTaken::put);
    return new JsonObject()
        .put("followed", followed == null ? null : followed.toJson())
        .put("rows", rows)
        .put("milliseconds", copying.toMillis())
        .put("verified", isVerified())
        .put("corrections", array(corrections))
        .put("amounts", AmountDifference.toJson(amounts))
        .put("not_taken", notTaken)
        .put("figures", figures);
  }
}
