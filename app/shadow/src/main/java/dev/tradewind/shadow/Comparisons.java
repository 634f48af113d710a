package dev.tradewind.shadow;

import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.contract.PathTree;
import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.kernel.operation.ProblemMapper;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.shadow.ShadowReport.Outcome;
import dev.tradewind.shadow.ShadowReport.Reason;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons of the reads of one gateway, made after the client has its answer: few at a time,
 * with a bounded queue, and on one thread of low priority for the gateways of a node, so that they
 * do not compete with requests.
 */
final class Comparisons {

  private static final int CONCURRENT = 4;

  /** Reads whose answers are in memory: they arrive, wait, or are compared. */
  private static final int MAX_PENDING = 64;

  /** Reads that wait for the next round of the following, beside those. */
  private static final int MAX_LATE = 64;

  private static final Duration CHECK = Duration.ofMillis(500);

  /** A following that has been interrupted explains nothing after this time. */
  private static final Duration MAX_WAIT = Duration.ofMinutes(2);

  /** Differences of the clocks of the source and of this node. */
  private static final Duration SKEW = Duration.ofSeconds(1);

  private static final int ALL_PERCENT = 100;

  /** Name of the thread pool that the gateways of a node share. */
  private static final String WORKER = "shadow-comparisons";

  private final WorkerExecutor worker;
  private final GatewayContext gateway;
  private final ShadowCallers callers;
  private final ShadowReport report;
  private final int samplePercent;
  private final Queue<Read> queued = new ArrayDeque<>();

  /** Different answers, the oldest first; they are compared again after a round. */
  private final Queue<Read> late = new ArrayDeque<>();

  private final Vertx vertx;
  private final Clock clock;
  private long timer = -1;
  private int pending;
  private int running;

  /**
   * Read that the v1 server has answered.
   *
   * @param earlier differences before a round; absent in the first comparison
   */
  private record Read(
      HttpServerRequest request,
      PathTree.Match<Operation> target,
      CapturedAnswer answer,
      Instant at,
      @Nullable List<JsonDifferences.Difference> earlier) {

    Read again(JsonDifferences.Result before) {
      return new Read(request, target, answer, at, before.differences());
    }

    boolean isSecond() {
      return earlier != null;
    }

    JsonDifferences.Result remaining(JsonDifferences.Result now) {
      return earlier == null ? now : now.among(earlier);
    }

    @Nullable String region() {
      return request.query() == null ? null : request.params().get("region_id");
    }

    /** Whether it names something that was made after a time. */
    boolean namesAfter(Instant time) {
      return Stream.concat(
              target.parameters().values().stream(),
              request.query() == null
                  ? Stream.empty()
                  : request.params().entries().stream().map(Map.Entry::getValue))
          .anyMatch(value -> Ages.isIdAfter(value, time));
    }
  }

  Comparisons(
      GatewayContext gateway, ShadowCallers callers, ShadowReport report, int samplePercent) {
    this.gateway = gateway;
    this.vertx = gateway.vertx();
    this.clock = gateway.clock();
    this.worker = vertx.createSharedWorkerExecutor(WORKER, 1);
    this.callers = callers;
    this.report = report;
    this.samplePercent = samplePercent;
  }

  /**
   * Begins a read if it is to be compared; counts those that are not. One that has begun is {@link
   * #add added} or {@link #incomplete}.
   */
  boolean begin() {
    if (ThreadLocalRandom.current().nextInt(ALL_PERCENT) >= samplePercent) {
      report.notCompared(Reason.SAMPLING);
      return false;
    }
    if (pending >= MAX_PENDING) {
      report.notCompared(Reason.BUSY);
      return false;
    }
    pending++;
    return true;
  }

  void incomplete() {
    pending--;
    report.notCompared(Reason.INCOMPLETE);
  }

  /** Compares the answer as soon as others are done. */
  void add(HttpServerRequest request, PathTree.Match<Operation> target, CapturedAnswer answer) {
    Reason unfit = answer.unfit();
    if (unfit != null) {
      pending--;
      report.notCompared(unfit);
    } else {
      queued.add(new Read(request, target, answer, clock.instant(), null));
      next();
    }
  }

  private void next() {
    while (running < CONCURRENT) {
      Read read = queued.poll();
      if (read == null) {
        return;
      }
      running++;
      compare(read)
          .onFailure(malformed -> report.notCompared(Reason.NOT_JSON))
          .onComplete(done -> {
            running--;
            pending--;
            next();
          });
    }
  }

  private Future<?> compare(Read read) {
    return callers
        .of(read.request(), read.target().value().surface())
        .compose(caller -> {
          if (caller.isEmpty()) {
            report.notCompared(Reason.CREDENTIAL);
            return Future.succeededFuture();
          }
          return gateway
              .dispatcher()
              .dispatch(ComparedCall.of(gateway, read.request(), read.target(), caller.get()))
              .otherwise(failure -> Reply.problem(ProblemMapper.problem(failure)))
              .compose(reply -> record(read, caller.get(), reply));
        });
  }

  private Future<?> record(Read read, Caller caller, Reply reply) {
    if (reply.status() >= 500) {
      return recorded(read, caller, Outcome.FAILED, JsonDifferences.Result.NONE);
    }
    Instant equalUntil = equalUntil(read);
    if (reply.status() != read.answer().status()) {
      boolean isLag = equalUntil != null && read.namesAfter(equalUntil);
      return recorded(
          read,
          caller,
          isLag ? Outcome.LAG : Outcome.STATUS,
          isLag
              ? JsonDifferences.Result.NONE
              : JsonDifferences.Result.ofStatus(read.answer().status(), reply.status()));
    }
    if (reply.status() != 200) {
      return recorded(read, caller, Outcome.EQUAL, JsonDifferences.Result.NONE);
    }
    String query = read.request().query();
    boolean isOrdered = query != null && ("&" + query).contains("&order=");
    String region = read.region();
    Buffer here = reply.body();
    // Parsing and comparing a long answer takes longer than an event loop may be blocked.
    return worker
        .executeBlocking(
            () -> {
              Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
              return read.remaining(
                  JsonDifferences.of(
                      new JsonObject(read.answer().plain()),
                      new JsonObject(here),
                      isOrdered,
                      region,
                      equalUntil));
            },
            false)
        .compose(result ->
            recorded(
                read,
                caller,
                !result.differences().isEmpty()
                    ? Outcome.DIFFERENT
                    : result.hasLag() || read.isSecond() ? Outcome.LAG : Outcome.EQUAL,
                result));
  }

  /**
   * Time up to which both answers must be equal, in a second comparison: up to the answer of the v1
   * server, or to the last round if that is older. Null if they must be equal anyway.
   */
  private @Nullable Instant equalUntil(Read read) {
    Instant round = report.lastRound();
    if (!read.isSecond() || round == null) {
      return null;
    }
    return (round.isBefore(read.at()) ? round : read.at()).minus(SKEW);
  }

  private Future<?> recorded(
      Read read, Caller caller, Outcome outcome, JsonDifferences.Result result) {
    boolean isDifferent = outcome == Outcome.DIFFERENT || outcome == Outcome.STATUS;
    if (isDifferent && !read.isSecond() && report.lastRound() != null) {
      compareAfterRound(read.again(result));
      return Future.succeededFuture();
    }
    boolean isPublic = read.target().value().isPublicCatalog() && caller.equals(Caller.ANONYMOUS);
    report.compared(read.target().value(), read.request().uri(), isPublic, outcome, result);
    return Future.succeededFuture();
  }

  /** The difference may be that the copy is late: the next round shows it. */
  private void compareAfterRound(Read read) {
    if (late.size() >= MAX_LATE) {
      report.notCompared(Reason.BUSY);
      return;
    }
    late.add(read);
    report.waiting(1);
    if (timer < 0) {
      timer = vertx.setPeriodic(CHECK.toMillis(), check -> compareLate());
    }
  }

  private void compareLate() {
    Instant round = report.lastRound();
    Instant given = clock.instant().minus(MAX_WAIT);
    Read read = late.peek();
    while (read != null
        && (round == null || round.isAfter(read.at().plus(SKEW)) || read.at().isBefore(given))) {
      late.remove();
      report.waiting(-1);
      pending++;
      queued.add(read);
      read = late.peek();
    }
    if (late.isEmpty()) {
      vertx.cancelTimer(timer);
      timer = -1;
    }
    next();
  }

  Future<Void> close() {
    vertx.cancelTimer(timer);
    return worker.close();
  }
}
