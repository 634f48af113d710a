package dev.tradewind.cart.command;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Supplier;

/**
 * Queues of commands by cart: of all that arrive concurrently only a few run, because only one of
 * them can save its version and the others would run again. Used on one event loop.
 */
final class CartQueues {

  /** More than one, so that a command that waits for a provider does not delay all others. */
  static final int MAX_RUNNING = 2;

  private static final class Commands {
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int running;
  }

  private final Map<String, Commands> carts = new HashMap<>();

  /** Runs the command at once or after others of the same cart. */
  <T> Future<T> run(String cartId, Supplier<Future<T>> command) {
    Commands commands = carts.computeIfAbsent(cartId, absent -> new Commands());
    if (commands.running < MAX_RUNNING) {
      return start(cartId, commands, command);
    }
    Promise<T> promise = Promise.promise();
    commands.waiting.add(() -> start(cartId, commands, command).onComplete(promise));
    return promise.future();
  }

  private <T> Future<T> start(String cartId, Commands commands, Supplier<Future<T>> command) {
    commands.running++;
    return Future.succeededFuture()
        .compose(started -> command.get())
        .onComplete(done -> {
          commands.running--;
          Runnable next = commands.waiting.poll();
          if (next != null) {
            next.run();
          } else if (commands.running == 0) {
            carts.remove(cartId);
          }
        });
  }
}
