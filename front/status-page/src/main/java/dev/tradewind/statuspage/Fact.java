package dev.tradewind.statuspage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Value of a gauge that counts rows of the database, the same on all nodes that run its verticle.
 *
 * @param name of the gauge
 * @param label value of its label, such as a state; absent without one
 */
record Fact(String name, String verticle, @Nullable String label, double value) {

  static final String WAITING_EVENTS = "tradewind.outbox.events";
  static final String OLDEST_EVENT = "tradewind.outbox.oldest.age";
  static final String PARKED_EVENTS = "tradewind.outbox.events.parked";
  static final String FAILING_ARCHIVE = "tradewind.database.archive.failing";
  static final String WAITING_WORK = "tradewind.queue.waiting";
  static final String OLDEST_WORK = "tradewind.queue.oldest.age";
  static final String PARKED_WORK = "tradewind.queue.parked";
  static final String OPEN_JOBS = "tradewind.batch.jobs";
  static final String ENDED_JOBS = "tradewind.batch.jobs.ended";
  static final String WEBHOOKS = "tradewind.webhooks";
  static final String UNSETTLED_PAYMENTS = "tradewind.payment.attempts.unsettled";
  static final String OLDEST_PAYMENT = "tradewind.payment.attempts.oldest.age";

  /** The gauges that the page shows. */
  static final List<String> NAMES =
      List.of(
          WAITING_EVENTS,
          OLDEST_EVENT,
          PARKED_EVENTS,
          FAILING_ARCHIVE,
          WAITING_WORK,
          OLDEST_WORK,
          PARKED_WORK,
          OPEN_JOBS,
          ENDED_JOBS,
          WEBHOOKS,
          UNSETTLED_PAYMENTS,
          OLDEST_PAYMENT);

  /** The same for the values of this gauge on all nodes. */
  String key() {
    return name + " " + verticle + " " + label;
  }
}
