package dev.tradewind.gateway.shadow;

import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.dispatch.Dispatcher;
import dev.tradewind.gateway.shadow.ShadowReport.Outcome;
import dev.tradewind.gateway.shadow.ShadowReport.Reason;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Comparisons of the reads of one gateway, made after the client has its answer: few at a time,
 * with a bounded queue, and on one thread of low priority for the gateways of a node, so that they
 * do not compete with requests.
 */
final class Comparisons {

  private static final int CONCURRENT = 4;

  /** Reads whose answers are in memory: they arrive, wait, or are compared. */
  private static final int MAX_PENDING = 64;

  private static final int ALL_PERCENT = 100;

  /** Name of the thread pool that the gateways of a node share. */
  private static final String WORKER = "shadow-comparisons";

  private final WorkerExecutor worker;
  private final Dispatcher dispatcher;
  private final ShadowCallers callers;
  private final ShadowReport report;
  private final int samplePercent;
  private final Queue<Read> queued = new ArrayDeque<>();
  private int pending;
  private int running;

  /** Read that the v1 server has answered. */
  private record Read(HttpServerRequest request, ReadPaths.Match target, CapturedAnswer answer) {}

  Comparisons(
      Vertx vertx,
      Dispatcher dispatcher,
      ShadowCallers callers,
      ShadowReport report,
      int samplePercent) {
    this.worker = vertx.createSharedWorkerExecutor(WORKER, 1);
    this.dispatcher = dispatcher;
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
  void add(HttpServerRequest request, ReadPaths.Match target, CapturedAnswer answer) {
    Reason unfit = answer.unfit();
    if (unfit != null) {
      pending--;
      report.notCompared(unfit);
    } else {
      queued.add(new Read(request, target, answer));
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
        .of(read.request(), read.target().operation().surface())
        .compose(caller -> {
          if (caller.isEmpty()) {
            report.notCompared(Reason.CREDENTIAL);
            return Future.succeededFuture();
          }
          return dispatcher
              .ask(
                  read.target().operation(),
                  read.request(),
                  read.target().parameters(),
                  caller.get())
              .compose(reply -> record(read, caller.get(), reply));
        });
  }

  private Future<?> record(Read read, Caller caller, Reply reply) {
    if (reply.status() >= 500) {
      return recorded(read, caller, Outcome.FAILED, List.of());
    }
    if (reply.status() != read.answer().status()) {
      return recorded(
          read,
          caller,
          Outcome.STATUS,
          List.of(
              new JsonDifferences.Difference("(status)", read.answer().status(), reply.status())));
    }
    if (reply.status() != 200) {
      return recorded(read, caller, Outcome.EQUAL, List.of());
    }
    String query = read.request().query();
    boolean isOrdered = query != null && ("&" + query).contains("&order=");
    Buffer here = reply.body();
    // Parsing and comparing a long answer takes longer than an event loop may be blocked.
    return worker
        .executeBlocking(
            () -> {
              Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
              return JsonDifferences.of(
                  new JsonObject(read.answer().plain()), new JsonObject(here), isOrdered);
            },
            false)
        .compose(differences ->
            recorded(
                read,
                caller,
                differences.isEmpty() ? Outcome.EQUAL : Outcome.DIFFERENT,
                differences));
  }

  private Future<?> recorded(
      Read read, Caller caller, Outcome outcome, List<JsonDifferences.Difference> differences) {
    boolean isPublic =
        read.target().operation().isPublicCatalog() && caller.equals(Caller.ANONYMOUS);
    report.compared(
        read.target().operation(), read.request().uri(), isPublic, outcome, differences);
    return Future.succeededFuture();
  }

  Future<Void> close() {
    return worker.close();
  }
}
