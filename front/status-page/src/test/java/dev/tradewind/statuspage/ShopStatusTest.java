package dev.tradewind.statuspage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import dev.tradewind.statuspage.Finding.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Merged reports, and the findings in them. */
class ShopStatusTest {

  private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");
  private static final Instant EARLIER = NOW.minusSeconds(3_600);
  private static final Fact ANSWER = new Fact(Fact.WAITING_EVENTS, "order", null, 0);

  /** Report of a node that is well, which a test changes. */
  private static final class Report {

    private final String id;
    private String version = "1.0";
    private Instant startedAt = EARLIER;
    private String status = "up";
    private String phase = "started";
    private Map<String, String> parts = Map.of("order", "up");
    private Double delay = 0.01;
    private final List<Fact> facts = new ArrayList<>(List.of(ANSWER));
    private final List<TaskRuns> tasks = new ArrayList<>();
    private final List<OperationTimes> operations = new ArrayList<>();

    Report(String id) {
      this.id = id;
    }

    MemberStatus member() {
      return MemberStatus.of(
          new ClusterMember("m-" + id, id + ":5701", false),
          new NodeReport(
              new NodeIdentity(id, version, "abc", startedAt, List.of("gateway", "order")),
              new NodeReport.Readiness(status, phase, parts),
              new NodeReport.Load(1, 2, delay),
              facts,
              tasks,
              operations,
              List.of()));
    }
  }

  private static ShopStatus status(MemberStatus... members) {
    return ShopStatus.of(List.of(members), NOW);
  }

  private static List<String> texts(ShopStatus status) {
    return status.findings().stream()
        .map(finding -> finding.level() + " " + finding.text())
        .toList();
  }

  @Test
  void aShopWhoseNodesAreWellNeedsNothing() {
    ShopStatus status = status(new Report("one").member(), new Report("two").member());

    assertThat(status.findings()).isEmpty();
    assertThat(status.level()).isEqualTo(Level.WELL);
  }

  @Test
  void aSilentNodeIsAProblem() {
    ClusterMember member = new ClusterMember("m", "10.0.0.9:5701", false);

    ShopStatus status =
        status(new Report("one").member(), MemberStatus.silent(member, "No answer within 3 s."));

    assertThat(texts(status))
        .containsExactly("PROBLEM Node 10.0.0.9:5701 has no status. No answer within 3 s.");
    assertThat(status.level()).isEqualTo(Level.PROBLEM);
  }

  @ParameterizedTest
  @CsvSource({
    "degraded, started,       stripe, NOTICE",
    "degraded, started,       kafka,  PROBLEM",
    "down,     started,       stripe, PROBLEM",
    "down,     starting,      stripe, NOTICE",
    "down,     shutting_down, stripe, NOTICE"
  })
  void aPartThatFailsIsNamedWithItsReason(String state, String phase, String part, Level level) {
    Report report = new Report("one");
    report.status = state;
    report.phase = phase;
    report.parts = Map.of(part, "It does not answer.");

    assertThat(texts(status(report.member())))
        .contains(level + " Node one, " + part + ": It does not answer.");
    assertThat(status(report.member()).level()).isEqualTo(level);
  }

  @ParameterizedTest
  @CsvSource({
    // at the limits of the alerts, and beyond
    "tradewind.outbox.oldest.age,           ,       60,    ",
    "tradewind.outbox.oldest.age,           ,       125,   PROBLEM The oldest event of order has waited for 2 min.",
    "tradewind.outbox.events.parked,        ,       0,     ",
    "tradewind.outbox.events.parked,        ,       1,     NOTICE 1 event of order waits for a replay.",
    "tradewind.outbox.events.parked,        ,       3,     NOTICE 3 events of order wait for a replay.",
    "tradewind.database.archive.failing,    ,       0,     ",
    "tradewind.database.archive.failing,    ,       1,     'PROBLEM PostgreSQL cannot archive its WAL: there is no restore to a moment, and its disk fills.'",
    "tradewind.payment.attempts.oldest.age, ,       1800,  ",
    "tradewind.payment.attempts.oldest.age, ,       3600,  PROBLEM A payment attempt has had no outcome for 1 h.",
    "tradewind.batch.jobs.ended,            failed, 0,     ",
    "tradewind.batch.jobs.ended,            failed, 1,     NOTICE 1 batch job failed within the last hour.",
    "tradewind.webhooks,                    paused, 2,     NOTICE Paused webhooks: 2. Their events are kept.",
    "tradewind.webhooks,                    active, 2,     ",
    "tradewind.queue.oldest.age, send-notifications, 900,  ",
    "tradewind.queue.oldest.age, send-notifications, 3600, NOTICE The oldest work of queue send-notifications has been due for 1 h."
  })
  void numbersOfTheDatabaseAreComparedWithTheLimitsOfTheAlerts(
      String name, String label, double value, String finding) {
    Report report = new Report("one");
    report.facts.add(new Fact(name, "order", label, value));

    assertThat(texts(status(report.member())))
        .isEqualTo(finding == null ? List.of() : List.of(finding));
  }

  @Test
  void aDatabaseWithoutAnAnswerIsAProblemOnceTheNodeHasAsked() {
    Report report = new Report("one");
    report.facts.clear();
    Report young = new Report("two");
    young.facts.clear();
    young.startedAt = NOW.minusSeconds(5);

    assertThat(texts(status(report.member())))
        .containsExactly("PROBLEM There is no answer of the database of order.");
    assertThat(texts(status(young.member()))).isEmpty();
  }

  @Test
  void requestsThatFailAreAProblemIfThereAreManyOfThem() {
    Report few = new Report("one");
    few.operations.add(new OperationTimes("storeGetCart", 19, 19, 1, List.of()));
    Report some = new Report("one");
    some.operations.add(new OperationTimes("storeGetCart", 100, 5, 1, List.of()));
    Report many = new Report("one");
    many.operations.add(new OperationTimes("storeGetCart", 100, 6, 1, List.of()));

    assertThat(texts(status(few.member()))).isEmpty();
    assertThat(texts(status(some.member()))).isEmpty();
    assertThat(texts(status(many.member())))
        .containsExactly("PROBLEM 6 of 100 requests failed within the last minutes.");
  }

  @Test
  void aTaskFailsIfNoNodeHasHadASuccess() {
    Report one = new Report("one");
    one.tasks.add(new TaskRuns("order", "prune", EARLIER, 7, 0, 2));
    Report two = new Report("two");
    two.tasks.add(new TaskRuns("order", "prune", NOW, 0, 1, 0));

    assertThat(texts(status(one.member())))
        .containsExactly(
            "NOTICE The background task prune of order fails; its last success was 1 h ago.");
    assertThat(texts(status(one.member(), two.member()))).isEmpty();
    assertThat(status(one.member(), two.member()).shop().tasks())
        .containsExactly(new TaskRuns("order", "prune", EARLIER, 7, 1, 2));
  }

  @Test
  void differentVersionsAndABlockedEventLoopAreNamed() {
    Report other = new Report("two");
    other.version = "1.1";
    other.delay = 2.5;

    assertThat(texts(status(new Report("one").member(), other.member())))
        .containsExactly(
            "PROBLEM An event loop of node two was blocked for 2.5 s.",
            "NOTICE Nodes run different versions: 1.0 (abc), 1.1 (abc)");
  }

  @Test
  void aNodeThatLoadsItsClassesMayBlockItsEventLoops() {
    Report young = new Report("one");
    young.startedAt = NOW.minusSeconds(200);
    young.delay = 2.5;

    assertThat(texts(status(young.member()))).isEmpty();
  }

  @Test
  void aFactOfAllNodesIsShownOnce() {
    Report one = new Report("one");
    one.facts.add(new Fact(Fact.WEBHOOKS, "webhook", "active", 3));
    Report two = new Report("two");
    two.facts.add(new Fact(Fact.WEBHOOKS, "webhook", "active", 4));

    assertThat(status(one.member(), two.member()).shop().facts())
        .containsExactly(ANSWER, new Fact(Fact.WEBHOOKS, "webhook", "active", 4));
  }

  @Test
  void aReportReadsAsItWasWritten() {
    Report one = new Report("one");
    one.delay = null;
    one.tasks.add(new TaskRuns("order", "prune", EARLIER, 7, 0, 2));
    one.operations.add(
        new OperationTimes("storeGetCart", 1, 0, 0.5, List.of(new OperationTimes.Bucket(1, 1))));
    NodeReport report = Objects.requireNonNull(one.member().report());

    assertThat(NodeReport.CODEC.read(NodeReport.CODEC.write(report).copy())).isEqualTo(report);
  }

  /** Each section that a finding names is in the runbook. */
  @Test
  void findingsNameSectionsOfTheRunbook() throws IOException {
    String runbook = Files.readString(Home.folder().resolve("docs/runbooks/README.md"));
    Report report = new Report("one");
    report.delay = 3.0;
    report.tasks.add(new TaskRuns("order", "prune", EARLIER, 7, 0, 2));
    report.operations.add(new OperationTimes("storeGetCart", 100, 60, 1, List.of()));
    Stream.of(
            new Fact(Fact.OLDEST_EVENT, "order", null, 90),
            new Fact(Fact.PARKED_EVENTS, "order", null, 1),
            new Fact(Fact.FAILING_ARCHIVE, "order", null, 1),
            new Fact(Fact.OLDEST_PAYMENT, "cart", null, 9_000),
            new Fact(Fact.ENDED_JOBS, "batch", "failed", 1),
            new Fact(Fact.WEBHOOKS, "webhook", "paused", 1),
            new Fact(Fact.OLDEST_WORK, "order", "send-notifications", 1_000))
        .forEach(report.facts::add);
    report.facts.remove(ANSWER);

    List<Finding> findings =
        status(
                report.member(),
                MemberStatus.silent(new ClusterMember("m", "host:1", false), "Silent."))
            .findings();

    assertThat(findings).hasSize(12);
    assertThat(findings)
        .allSatisfy(finding -> assertThat(runbook).contains("\n## " + finding.runbook() + "\n"));
  }
}
