package dev.tradewind.kernel.changelog;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** Observed snapshots of a server, by which the age of its oldest open transaction is known. */
final class OpenTransactions {

  /** Observations that are kept; a transaction that is open for longer looks no older. */
  private static final int MAX_OBSERVATIONS = 1_500;

  /**
   * Ids of transactions as a snapshot has them.
   *
   * @param oldest id of the oldest open transaction; the next id if none is open
   * @param next id that no transaction has
   * @param at time of the database
   */
  record Observation(long oldest, long next, Instant at) {}

  private final Deque<Observation> observations = new ArrayDeque<>();

  /**
   * Time since the first observation at which the oldest transaction had its id; zero if it has got
   * it since the last one, or if none is open.
   */
  Duration age(Observation now) {
    while (!observations.isEmpty() && observations.getFirst().next() <= now.oldest()) {
      observations.removeFirst();
    }
    Duration age =
        observations.isEmpty()
            ? Duration.ZERO
            : Duration.between(observations.getFirst().at(), now.at());
    if (observations.size() < MAX_OBSERVATIONS) {
      observations.addLast(now);
    }
    return age;
  }
}
