package dev.tradewind.acceptance.interleaving;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Request or run of the reconciliation whose steps the schedule releases one by one. Used by the
 * thread of the event loop only.
 */
final class Actor {

  /** Blocked step of an actor. */
  record Step(String what, Runnable release, Runnable fail) {}

  private final Interleaving interleaving;
  private final String name;
  private final List<Step> waiting = new ArrayList<>();
  private boolean isCrashed;
  private boolean isDone;
  private String outcome = "";

  Actor(Interleaving interleaving, String name, GatedNode node, Supplier<Future<String>> work) {
    this.interleaving = interleaving;
    this.name = name;
    node.workFor(this);
    waiting.add(
        new Step(
            "begins",
            () ->
                node.vertx()
                    .runOnContext(begin ->
                        work.get()
                            .onComplete(answer ->
                                finish(
                                    answer.succeeded() ? answer.result() : "" + answer.cause()))),
            () -> finish("did not begin")));
  }

  Interleaving interleaving() {
    return interleaving;
  }

  Future<Void> awaitRelease(String what, Vertx vertx) {
    Promise<Void> released = Promise.promise();
    if (isCrashed) {
      return Future.failedFuture(crashed());
    }
    Context context = vertx.getOrCreateContext();
    waiting.add(
        new Step(
            what,
            () -> context.runOnContext(go -> released.complete()),
            () -> context.runOnContext(go -> released.fail(crashed()))));
    return released.future();
  }

  private void finish(String ended) {
    outcome = ended;
    isDone = true;
  }

  boolean isIdle() {
    return isDone || !waiting.isEmpty();
  }

  boolean isDone() {
    return isDone;
  }

  List<Step> waiting() {
    return waiting;
  }

  /** Simulates a crash: no further step reaches the database or a provider. */
  void crash() {
    isCrashed = true;
    List<Step> lost = List.copyOf(waiting);
    waiting.clear();
    lost.forEach(step -> step.fail().run());
  }

  boolean isCrashed() {
    return isCrashed;
  }

  String name() {
    return name;
  }

  String outcome() {
    return outcome;
  }

  private static Throwable crashed() {
    return Problem.unavailable("The node has crashed");
  }
}
