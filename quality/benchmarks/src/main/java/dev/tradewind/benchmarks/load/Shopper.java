package dev.tradewind.benchmarks.load;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Simulated shopper: one connection that repeats its scripts, each in a turn: the next request
 * after a response, and the next turn at once or when it is due.
 */
final class Shopper {

  /** Start of the numbers, distinct from the numbers of other runs. */
  private static final AtomicLong NUMBERS = new AtomicLong(System.currentTimeMillis() * 1_000);

  private final NetSocket socket;
  private final List<Script> scripts;
  private final LatencyRecorder tally;
  private final Vertx vertx;
  private final long turnNanos;
  private final Answer answer = new Answer();
  private final Promise<Void> finished = Promise.promise();
  private int turns;
  private Script script;
  private int position;
  private long due;
  private long startNanos;
  private long end;
  private String cartId = "";
  private String number = "";

  /** Requests of a turn, and as they are sent those that are always the same. */
  private record Script(List<Step> steps, List<Buffer> ready) {

    static Script of(List<Step> steps) {
      return new Script(
          steps,
          steps.stream()
              .map(step ->
                  step.isAlwaysTheSame() ? Buffer.buffer(step.text("", "")) : Buffer.buffer())
              .toList());
    }
  }

  Shopper(
      Vertx vertx,
      NetSocket socket,
      List<List<Step>> scripts,
      Duration turn,
      LatencyRecorder tally) {
    this.vertx = vertx;
    this.turnNanos = turn.toNanos();
    this.socket = socket;
    this.scripts = scripts.stream().map(Script::of).toList();
    this.script = this.scripts.getFirst();
    this.tally = tally;
    socket.handler(this::receive);
    socket.exceptionHandler(failure -> leave("The connection failed: " + failure));
    socket.closeHandler(closed -> leave("The server closed the connection"));
  }

  /** Repeats until that time and completes the turn in progress, so that no cart stays half. */
  Future<Void> shopUntil(long nanoTime) {
    end = nanoTime;
    due = System.nanoTime();
    turn();
    return finished.future();
  }

  private void turnWhenDue() {
    due += turnNanos;
    long millis = (due - System.nanoTime()) / 1_000_000;
    if (turnNanos == 0 || millis < 1) {
      turn();
    } else {
      vertx.setTimer(millis, timer -> turn());
    }
  }

  private void turn() {
    startNanos = System.nanoTime();
    if (startNanos >= end) {
      finished.tryComplete();
      socket.close();
      return;
    }
    position = 0;
    script = scripts.get(turns++ % scripts.size());
    number = Long.toString(NUMBERS.incrementAndGet());
    send();
  }

  private void send() {
    answer.clear();
    Buffer same = script.ready().get(position);
    socket.write(
        same.length() > 0
            ? same
            : Buffer.buffer(script.steps().get(position).text(cartId, number)));
  }

  private void receive(Buffer piece) {
    if (!answer.add(piece)) {
      return;
    }
    Step step = script.steps().get(position);
    if (!answer.isSuccess() || answer.isNotModified() != step.isConditional()) {
      tally.fail(step.method() + " " + step.path() + " answered " + answer);
      turnWhenDue();
      return;
    }
    if (step.makesCart()) {
      String made = answer.cartId();
      cartId = made == null ? "" : made;
    }
    position++;
    if (position < script.steps().size()) {
      send();
    } else {
      long now = System.nanoTime();
      if (now < end) {
        tally.add(now - startNanos);
      }
      turnWhenDue();
    }
  }

  private void leave(String why) {
    if (finished.tryComplete()) {
      tally.fail(why);
    }
  }
}
