package dev.tradewind.statuspage;

import dev.tradewind.gateway.dispatch.RequestMetrics;
import dev.tradewind.gateway.http.HtmlTemplates;
import dev.tradewind.statuspage.Finding.Level;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rendering of the status page; it blocks. */
final class StatusPage {

  private static final int MAX_OPERATIONS = 10;
  private static final int MAX_PROBLEMS = 50;
  private static final int SHORT_COMMIT = 7;
  private static final int SHORT_ID = 6;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("MMM d HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final HtmlTemplates templates = new HtmlTemplates("status/templates");

  /**
   * Node, as the page shows it.
   *
   * @param state of the CSS and of the text
   * @param failing sentences about the parts that do not work
   * @param startedAt time; empty for a node without an answer
   */
  @RecordBuilder
  record NodeRow(
      String name,
      String address,
      boolean isLocal,
      String state,
      List<String> failing,
      String verticles,
      String version,
      String startedAt,
      String up,
      String heap,
      String delay) {}

  /**
   * Outbox of a verticle.
   *
   * @param level of the CSS
   */
  record OutboxRow(String verticle, String level, String events, String oldest, String parked) {}

  /** Numbers of one kind of work by state, without zeros. */
  record WorkRow(String title, List<WorkCount> counts) {}

  /** Number in a state, and the level of the CSS. */
  record WorkCount(String label, String number, String level) {}

  /** Background task on all nodes. */
  record TaskRow(
      String verticle, String task, String lastSuccess, String recentFailures, String level) {}

  /** Times of the requests of an operation. */
  record OperationRow(
      String operation,
      String count,
      String failed,
      String half,
      String most,
      String longest,
      String level) {}

  /** Warnings or errors of one kind on one node. */
  record ProblemRow(
      String time,
      String at,
      String level,
      String node,
      String logger,
      String message,
      String exception,
      String context,
      String count) {}

  /** The status with its part of the page. */
  StatusBoard.Snapshot snapshot(ShopStatus status) {
    String html = templates.render("board", values(status));
    return new StatusBoard.Snapshot(status, html, event(html));
  }

  private static Buffer event(String html) {
    StringBuilder event = new StringBuilder("event: status\n");
    html.lines()
        .filter(line -> !line.isBlank())
        .forEach(line -> event.append("data: ").append(line).append('\n'));
    return Buffer.buffer(event.append('\n').toString());
  }

  /**
   * The whole page.
   *
   * @param path of the page
   * @param files path of its files
   */
  String whole(StatusBoard.Snapshot snapshot, String path, String files, boolean hasDashboard) {
    return templates.render(
        "page",
        Map.of(
            "path", path,
            "files", files,
            "hasDashboard", hasDashboard,
            "title", title(snapshot.status()),
            "board", snapshot.html()));
  }

  private static String title(ShopStatus status) {
    long problems = count(status, Level.PROBLEM);
    long notices = count(status, Level.NOTICE);
    if (problems > 0) {
      return Texts.counted(problems, "problem", "problems");
    }
    if (notices > 0) {
      return Texts.counted(notices, "thing needs attention", "things need attention");
    }
    return "The shop is well";
  }

  private static long count(ShopStatus status, Level level) {
    return status.findings().stream().filter(finding -> finding.level() == level).count();
  }

  private static String css(Enum<?> level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Object> values(ShopStatus status) {
    ShopStatus.Merged shop = status.shop();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("title", title(status));
    values.put("level", css(status.level()));
    values.put("at", TIME.format(status.at()));
    values.put("atTime", status.at().truncatedTo(ChronoUnit.SECONDS).toString());
    values.put("summary", summary(shop));
    values.put(
        "findings",
        status.findings().stream()
            .map(finding ->
                Map.of(
                    "level", css(finding.level()),
                    "mark", finding.level() == Level.PROBLEM ? "Problem" : "Notice",
                    "text", finding.text(),
                    "runbook", text(finding.runbook())))
            .toList());
    values.put("nodes", shop.nodes().stream().map(node -> row(node, status.at())).toList());
    values.put("outboxes", outboxes(shop));
    values.put("work", work(shop));
    values.put("tasks", shop.tasks().stream().map(task -> row(task, status.at())).toList());
    values.put("taskSummary", summaryOfTasks(shop.tasks()));
    values.put("operations", operations(shop));
    values.put("problems", problems(shop, status.at()));
    return values;
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String summary(ShopStatus.Merged shop) {
    long ready = shop.reports().filter(report -> !report.readiness().isDown()).count();
    return "%s of %s ready · %s in the last five minutes, %s failed"
        .formatted(
            ready,
            Texts.counted(shop.nodes().size(), "node", "nodes"),
            Texts.counted(shop.requests(), "request", "requests"),
            Texts.number(shop.failedRequests()));
  }

  private static NodeRow row(MemberStatus member, Instant now) {
    NodeReport report = member.report();
    if (report == null) {
      return StatusPageNodeRowBuilder.builder()
          .name("")
          .address(member.address())
          .isLocal(member.isLocal())
          .state("silent")
          .failing(List.of(text(member.silence())))
          .verticles("")
          .version("")
          .startedAt("")
          .up("")
          .heap("")
          .delay("")
          .build();
    }
    NodeIdentity node = report.node();
    NodeReport.Readiness readiness = report.readiness();
    Double delay = report.load().eventLoopDelay();
    String commit = node.commit();
    return StatusPageNodeRowBuilder.builder()
        .name(node.id())
        .address(member.address())
        .isLocal(member.isLocal())
        .state(
            readiness.phase().equals("started")
                ? readiness.status()
                : readiness.phase().replace('_', ' '))
        .failing(
            readiness.failing().entrySet().stream()
                .map(part -> part.getKey() + ": " + part.getValue())
                .toList())
        .verticles(String.join(", ", node.verticles()))
        .version(
            node.version() + " · " + commit.substring(0, Math.min(SHORT_COMMIT, commit.length())))
        .startedAt(node.startedAt().truncatedTo(ChronoUnit.SECONDS).toString())
        .up(Texts.duration(Duration.between(node.startedAt(), now)))
        .heap(Texts.bytes(report.load().heap()) + " of " + Texts.bytes(report.load().maxHeap()))
        .delay(delay == null ? "–" : Texts.latency(delay))
        .build();
  }

  private static List<OutboxRow> outboxes(ShopStatus.Merged shop) {
    return shop.reports()
        .flatMap(report -> report.node().verticles().stream())
        .filter(verticle -> !verticle.equals(Findings.GATEWAY))
        .distinct()
        .sorted()
        .map(verticle -> outbox(shop, verticle))
        .toList();
  }

  private static OutboxRow outbox(ShopStatus.Merged shop, String verticle) {
    List<Fact> events = shop.facts(Fact.WAITING_EVENTS, verticle);
    if (events.isEmpty()) {
      return new OutboxRow(verticle, css(Level.PROBLEM), "no answer", "–", "–");
    }
    double oldest = largest(shop.facts(Fact.OLDEST_EVENT, verticle));
    double parked = largest(shop.facts(Fact.PARKED_EVENTS, verticle));
    Level level =
        oldest > Findings.OLD_EVENT_SECONDS
            ? Level.PROBLEM
            : parked > 0 ? Level.NOTICE : Level.WELL;
    return new OutboxRow(
        verticle,
        css(level),
        Texts.number(largest(events)),
        oldest == 0 ? "–" : Texts.seconds(oldest),
        Texts.number(parked));
  }

  private static double largest(List<Fact> facts) {
    return facts.stream().mapToDouble(Fact::value).max().orElse(0);
  }

  private static List<WorkRow> work(ShopStatus.Merged shop) {
    List<WorkRow> rows = new ArrayList<>();
    add(rows, shop, "Open batch jobs", Fact.OPEN_JOBS, Map.of());
    add(rows, shop, "Ended within the last hour", Fact.ENDED_JOBS, Map.of("failed", Level.NOTICE));
    add(rows, shop, "Webhooks", Fact.WEBHOOKS, Map.of("paused", Level.NOTICE));
    add(rows, shop, "Open payments", Fact.UNSETTLED_PAYMENTS, Map.of());
    add(rows, shop, "Queues", Fact.WAITING_WORK, Map.of());
    add(rows, shop, "Work that was given up", Fact.PARKED_WORK, Map.of());
    return rows;
  }

  /** A kind of work that no node reports, such as webhooks that are off, has no row. */
  private static void add(
      List<WorkRow> rows,
      ShopStatus.Merged shop,
      String title,
      String name,
      Map<String, Level> levels) {
    List<Fact> facts = shop.facts(name);
    if (!facts.isEmpty()) {
      rows.add(
          new WorkRow(
              title,
              facts.stream()
                  .filter(fact -> fact.value() > 0)
                  .map(fact -> count(fact, levels))
                  .toList()));
    }
  }

  private static WorkCount count(Fact fact, Map<String, Level> levels) {
    String label = text(fact.label());
    return new WorkCount(
        label.replace('_', ' '),
        Texts.number(fact.value()),
        css(levels.getOrDefault(label, Level.WELL)));
  }

  private static TaskRow row(TaskRuns task, Instant now) {
    return new TaskRow(
        task.verticle(),
        task.task(),
        Texts.duration(Duration.between(task.lastSuccess(), now)) + " ago",
        Texts.number(task.recentFailures()) + " / " + Texts.number(task.failures()),
        css(task.isFailing() ? Level.NOTICE : Level.WELL));
  }

  private static String summaryOfTasks(List<TaskRuns> tasks) {
    long failing = tasks.stream().filter(TaskRuns::isFailing).count();
    return "%s, %s failing"
        .formatted(Texts.counted(tasks.size(), "task", "tasks"), failing == 0 ? "none" : failing);
  }

  private static List<OperationRow> operations(ShopStatus.Merged shop) {
    return shop.operations().stream()
        .sorted(
            Comparator.comparingDouble((OperationTimes times) -> times.percentile(0.99))
                .thenComparingDouble(OperationTimes::longest)
                .thenComparingLong(OperationTimes::count)
                .reversed())
        .limit(MAX_OPERATIONS)
        .map(times ->
            new OperationRow(
                times.operation(),
                Texts.number(times.count()),
                Texts.number(times.failed()),
                within(times.percentile(0.5)),
                within(times.percentile(0.99)),
                times.longest() == 0 ? "–" : Texts.latency(times.longest()),
                css(times.failed() > 0 ? Level.NOTICE : Level.WELL)))
        .toList();
  }

  private static String within(double seconds) {
    if (Double.isFinite(seconds)) {
      return "≤ " + Texts.latency(seconds);
    }
    return "> " + Texts.latency(RequestMetrics.LONGEST.toMillis() / 1_000.0);
  }

  private static List<ProblemRow> problems(ShopStatus.Merged shop, Instant now) {
    record OfNode(String node, LoggedProblem problem) {}
    Stream<OfNode> all =
        shop.reports()
            .flatMap(report ->
                report.problems().stream().map(problem -> new OfNode(report.node().id(), problem)));
    return all.sorted(Comparator.comparing((OfNode each) -> each.problem().last()).reversed())
        .limit(MAX_PROBLEMS)
        .map(each -> row(each.node(), each.problem(), now))
        .toList();
  }

  private static ProblemRow row(String node, LoggedProblem problem, Instant now) {
    boolean isToday = Duration.between(problem.last(), now).compareTo(Duration.ofHours(12)) < 0;
    String operation = text(problem.operation());
    String request = text(problem.request());
    return new ProblemRow(
        (isToday ? TIME : DATE).format(problem.last()),
        problem.last().truncatedTo(ChronoUnit.SECONDS).toString(),
        problem.level().toLowerCase(Locale.ROOT),
        node.substring(Math.max(node.length() - SHORT_ID, 0)),
        problem.logger().substring(problem.logger().lastIndexOf('.') + 1),
        problem.message(),
        text(problem.exception()),
        String.join(" ", Stream.of(operation, request).filter(text -> !text.isEmpty()).toList()),
        problem.count() == 1 ? "" : "× " + Texts.number(problem.count()));
  }
}
