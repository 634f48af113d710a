package dev.tradewind.acceptance.interleaving;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * One request, or one run of the reconciliation, of which the schedule releases step after step.
 */
final class Actor {

  /** A step that waits to be released. */
  record Step(String what, Runnable release, Runnable fail) {}

  private final Interleaving interleaving;
  private final String name;
  private final List<Step> waiting = new ArrayList<>();
  private boolean isDead;
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
            () -> finish("never began")));
  }

  Interleaving interleaving() {
    return interleaving;
  }

  Future<Void> arriveAt(String what, Vertx vertx) {
    Promise<Void> released = Promise.promise();
    synchronized (interleaving) {
      if (isDead) {
        return Future.failedFuture(died());
      }
      waiting.add(
          new Step(
              what,
              () -> vertx.runOnContext(go -> released.complete()),
              () -> vertx.runOnContext(go -> released.fail(died()))));
      interleaving.notifyAll();
    }
    return released.future();
  }

  private void finish(String ended) {
    synchronized (interleaving) {
      outcome = ended;
      isDone = true;
      interleaving.notifyAll();
    }
  }

  // The rest is called by the schedule, which holds the interleaving.

  boolean isQuiet() {
    return isDone || !waiting.isEmpty();
  }

  boolean isDone() {
    return isDone;
  }

  List<Step> waiting() {
    return waiting;
  }

  /** Nothing that it does reaches the database or a provider any more. */
  void die() {
    isDead = true;
    List<Step> lost = List.copyOf(waiting);
    waiting.clear();
    lost.forEach(step -> step.fail().run());
  }

  boolean isDead() {
    return isDead;
  }

  String name() {
    return name;
  }

  String outcome() {
    return outcome;
  }

  private static Throwable died() {
    return new Problem.Unavailable("The node is dead").toException();
  }
}
