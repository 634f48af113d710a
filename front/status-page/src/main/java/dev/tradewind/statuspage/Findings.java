package dev.tradewind.statuspage;

import dev.tradewind.statuspage.Finding.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Rules by which the status of a shop has findings. Their limits are the limits of the alerts in
 * deploy/prometheus, without the time that an alert waits.
 */
final class Findings {

  static final String GATEWAY = "gateway";

  /** Part of the readiness: the cause of old events is a finding of its own, before them. */
  private static final String KAFKA = "kafka";

  /** Time until a node has sampled its database for the first time. */
  private static final Duration FIRST_SAMPLE = Duration.ofSeconds(30);

  /** Time in which a node loads its classes, which blocks its event loops now and then. */
  private static final Duration LOADING_CLASSES = Duration.ofMinutes(5);

  static final double OLD_EVENT_SECONDS = 60;
  private static final double OLD_PAYMENT_SECONDS = 1_800;
  private static final double LATE_EVENT_LOOP_SECONDS = 2;
  private static final double LATE_WORK_SECONDS = 900;

  /** Part of the requests that fail, and the least number of requests that tell something. */
  private static final double FAILED_PART = 0.05;

  private static final long LEAST_REQUESTS = 20;

  private final ShopStatus.Merged shop;
  private final Instant now;
  private final List<Finding> found = new ArrayList<>();

  private Findings(ShopStatus.Merged shop, Instant now) {
    this.shop = shop;
    this.now = now;
  }

  /** Findings about a shop, the worst first. */
  static List<Finding> of(ShopStatus.Merged shop, Instant now) {
    Findings findings = new Findings(shop, now);
    findings.nodes();
    findings.versions();
    findings.databases();
    findings.events();
    findings.payments();
    findings.requests();
    findings.tasks();
    findings.work();
    return findings.found.stream().sorted(Comparator.comparing(Finding::level).reversed()).toList();
  }

  private void problem(String text, String runbook) {
    found.add(new Finding(Level.PROBLEM, text, runbook));
  }

  private void notice(String text, String runbook) {
    found.add(new Finding(Level.NOTICE, text, runbook));
  }

  private void nodes() {
    for (MemberStatus member : shop.nodes()) {
      NodeReport report = member.report();
      if (report == null) {
        problem(
            "Node %s has no status. %s".formatted(member.address(), member.silence()),
            "TradewindNodeMissing");
        continue;
      }
      String id = report.node().id();
      NodeReport.Readiness readiness = report.readiness();
      if (!readiness.phase().equals("started")) {
        found.add(
            new Finding(
                Level.NOTICE,
                "Node %s is %s.".formatted(id, readiness.phase().replace('_', ' ')),
                null));
      }
      readiness
          .failing()
          .forEach((part, reason) -> {
            boolean isKafka = part.equals(KAFKA);
            found.add(
                new Finding(
                    isKafka || (readiness.isDown() && readiness.phase().equals("started"))
                        ? Level.PROBLEM
                        : Level.NOTICE,
                    "Node %s, %s: %s".formatted(id, part, reason),
                    isKafka ? "TradewindKafkaAway" : null));
          });
      Double delay = report.load().eventLoopDelay();
      if (delay != null && delay > LATE_EVENT_LOOP_SECONDS && hasRunFor(report, LOADING_CLASSES)) {
        problem(
            "An event loop of node %s was blocked for %s.".formatted(id, Texts.latency(delay)),
            "TradewindEventLoopBlocked");
      }
    }
  }

  private boolean hasRunFor(NodeReport report, Duration time) {
    return report.node().startedAt().plus(time).isBefore(now);
  }

  private void versions() {
    Set<String> builds =
        shop.reports()
            .map(report -> report.node().version() + " (" + report.node().commit() + ")")
            .collect(Collectors.toCollection(TreeSet::new));
    if (builds.size() > 1) {
      found.add(
          new Finding(
              Level.NOTICE, "Nodes run different versions: " + String.join(", ", builds), null));
    }
  }

  /** A verticle without numbers of its database has no answer of it. */
  private void databases() {
    Set<String> running =
        shop.reports()
            .filter(report -> hasRunFor(report, FIRST_SAMPLE))
            .flatMap(report -> report.node().verticles().stream())
            .filter(verticle -> !verticle.equals(GATEWAY))
            .collect(Collectors.toCollection(TreeSet::new));
    running.removeIf(verticle -> !shop.facts(Fact.WAITING_EVENTS, verticle).isEmpty());
    if (!running.isEmpty()) {
      problem(
          "There is no answer of the database of %s.".formatted(String.join(", ", running)),
          "TradewindDatabaseAway");
    }
    if (shop.facts(Fact.FAILING_ARCHIVE).stream().anyMatch(failing -> failing.value() > 0)) {
      problem(
          "PostgreSQL cannot archive its WAL: there is no restore to a moment, and its disk fills.",
          "TradewindArchiveFailing");
    }
  }

  private void events() {
    for (Fact age : shop.facts(Fact.OLDEST_EVENT)) {
      if (age.value() > OLD_EVENT_SECONDS) {
        problem(
            "The oldest event of %s has waited for %s."
                .formatted(age.verticle(), Texts.seconds(age.value())),
            "TradewindOutboxOld");
      }
    }
    for (Fact parked : shop.facts(Fact.PARKED_EVENTS)) {
      if (parked.value() > 0) {
        notice(
            "%s of %s for a replay."
                .formatted(
                    Texts.counted(Math.round(parked.value()), "event", "events"),
                    parked.verticle() + (parked.value() == 1 ? " waits" : " wait")),
            "TradewindEventsParked");
      }
    }
  }

  private void payments() {
    for (Fact age : shop.facts(Fact.OLDEST_PAYMENT)) {
      if (age.value() > OLD_PAYMENT_SECONDS) {
        problem(
            "A payment attempt has had no outcome for %s.".formatted(Texts.seconds(age.value())),
            "TradewindPaymentsUnsettled");
      }
    }
  }

  private void requests() {
    long all = shop.requests();
    long failed = shop.failedRequests();
    if (all >= LEAST_REQUESTS && failed > FAILED_PART * all) {
      problem(
          "%s of %s failed within the last minutes."
              .formatted(Texts.number(failed), Texts.counted(all, "request", "requests")),
          "TradewindBudgetBurnsFast");
    }
  }

  private void tasks() {
    shop.tasks().stream()
        .filter(TaskRuns::isFailing)
        .forEach(task ->
            notice(
                "The background task %s of %s fails; its last success was %s ago."
                    .formatted(
                        task.task(),
                        task.verticle(),
                        Texts.duration(Duration.between(task.lastSuccess(), now))),
                "TradewindBackgroundTaskFailing"));
  }

  private void work() {
    long jobs = shop.count(Fact.ENDED_JOBS, "failed");
    if (jobs > 0) {
      notice(
          Texts.counted(jobs, "batch job", "batch jobs") + " failed within the last hour.",
          "TradewindBatchJobsFailed");
    }
    long paused = shop.count(Fact.WEBHOOKS, "paused");
    if (paused > 0) {
      notice(
          "Paused webhooks: %s. Their events are kept.".formatted(Texts.number(paused)),
          "TradewindWebhooksPaused");
    }
    for (Fact age : shop.facts(Fact.OLDEST_WORK)) {
      if (age.value() > LATE_WORK_SECONDS) {
        notice(
            "The oldest work of queue %s has been due for %s."
                .formatted(age.label(), Texts.seconds(age.value())),
            "TradewindQueueLate");
      }
    }
  }
}
