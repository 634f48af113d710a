package dev.tradewind.benchmarks.load;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Simulated shopper: one connection that repeats its script, the next request after a response. */
final class Shopper {

  /** Start of the numbers, distinct from those of other runs. */
  private static final AtomicLong NUMBERS = new AtomicLong(System.currentTimeMillis() * 1_000);

  private final NetSocket socket;
  private final List<Step> script;
  private final List<Buffer> ready;
  private final LatencyRecorder tally;
  private final Answer answer = new Answer();
  private final Promise<Void> finished = Promise.promise();
  private int position;
  private long begun;
  private long end;
  private String cartId = "";
  private String number = "";

  Shopper(NetSocket socket, List<Step> script, LatencyRecorder tally) {
    this.socket = socket;
    this.script = script;
    this.ready =
        script.stream()
            .map(
                step -> step.isAlwaysTheSame() ? Buffer.buffer(step.text("", "")) : Buffer.buffer())
            .toList();
    this.tally = tally;
    socket.handler(this::receive);
    socket.exceptionHandler(failure -> leave("The connection failed: " + failure));
    socket.closeHandler(closed -> leave("The server closed the connection"));
  }

  /** Repeats until that time and completes the turn in progress, so that no cart stays half. */
  Future<Void> shopUntil(long nanoTime) {
    end = nanoTime;
    turn();
    return finished.future();
  }

  private void turn() {
    begun = System.nanoTime();
    if (begun >= end) {
      finished.tryComplete();
      socket.close();
      return;
    }
    position = 0;
    number = Long.toString(NUMBERS.incrementAndGet());
    send();
  }

  private void send() {
    answer.clear();
    Buffer same = ready.get(position);
    socket.write(
        same.length() > 0 ? same : Buffer.buffer(script.get(position).text(cartId, number)));
  }

  private void receive(Buffer piece) {
    if (!answer.add(piece)) {
      return;
    }
    Step step = script.get(position);
    if (!answer.isSuccess()) {
      tally.fail(step.method() + " " + step.path() + " answered " + answer);
      turn();
      return;
    }
    if (step.makesCart()) {
      String made = answer.cartId();
      cartId = made == null ? "" : made;
    }
    position++;
    if (position < script.size()) {
      send();
    } else {
      long now = System.nanoTime();
      if (now < end) {
        tally.add(now - begun);
      }
      turn();
    }
  }

  private void leave(String why) {
    if (finished.tryComplete()) {
      tally.fail(why);
    }
  }
}
