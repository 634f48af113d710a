package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.report.Figure;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Result of one path: its medians over all rounds.
 *
 * @param ofCeiling its turns per second by the turns of the ceiling measured beside it; empty for a
 *     path without a ceiling
 */
public record Result(Figure figure, OptionalDouble ofCeiling) {

  /**
   * Figure of one round.
   *
   * @param ceiling figure of its ceiling in the same round, measured shortly before it
   */
  record Round(Figure figure, @Nullable Figure ceiling) {}

  /** The share is a median of shares: the speed of the machine drifts more than the shares do. */
  static Result median(List<Round> rounds) {
    double[] shares =
        rounds.stream()
            .filter(round -> round.ceiling() != null)
            .mapToDouble(Result::share)
            .toArray();
    return new Result(
        Figure.median(rounds.stream().map(Round::figure).toList()),
        shares.length == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of(Figure.median(Arrays.stream(shares))));
  }

  private static double share(Round round) {
    return round.figure().perSecond() / Objects.requireNonNull(round.ceiling()).perSecond();
  }
}
