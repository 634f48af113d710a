package dev.tradewind.cart;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.model.event.Topics;
import dev.tradewind.model.order.OrderClient;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command on a cart: load, change, save. Whoever loses a race begins again with the cart as
 * it is then, so that no change is lost, for as long as the caller waits.
 */
final class CartCommands {

  private static final int LONGEST_PAUSE_MILLIS = 60;

  private final Vertx vertx;
  private final Pool pool;
  private final Clock clock;
  private final CartStore store;
  private final CartContexts contexts;
  private final CartDiscounts discounts;
  private final PaymentSessions sessions;
  private final OrderClient orders;
  private final AbandonedSessions abandoned;

  CartCommands(
      Vertx vertx,
      Pool pool,
      Clock clock,
      CartStore store,
      CartContexts contexts,
      CartDiscounts discounts,
      PaymentSessions sessions,
      OrderClient orders,
      AbandonedSessions abandoned) {
    this.vertx = vertx;
    this.pool = pool;
    this.clock = clock;
    this.store = store;
    this.contexts = contexts;
    this.discounts = discounts;
    this.sessions = sessions;
    this.orders = orders;
    this.abandoned = abandoned;
  }

  /** What becomes of a cart; it may have to ask neighbours. */
  @FunctionalInterface
  interface Command {
    Future<CartChange> apply(Cart cart, Instant now);
  }

  Future<Reply> run(Request request, CartAnswer answer, Command command) {
    return attempt(request, null, answer, command, 1);
  }

  /** The same once for all requests with the same key. */
  Future<Reply> runOnce(Request request, CartAnswer answer, Command command) {
    IdempotencyKey key = IdempotencyKey.of(request, request.operation(), request.path("id"));
    return attempt(request, key, answer, command, 1);
  }

  private Future<Reply> attempt(
      Request request,
      @Nullable IdempotencyKey key,
      CartAnswer answer,
      Command command,
      int attempt) {
    CallContext context = request.context();
    if (context.isPast(clock)) {
      return Future.failedFuture(new Problem.Conflict().toException());
    }
    return store
        .load(pool, request.path("id"), key)
        .compose(found -> {
          requireVisible(found.cart(), context.principal());
          if (found.kept() != null) {
            return Future.succeededFuture(found.kept());
          }
          requireOpen(found.cart());
          Instant now = Timestamps.now(clock);
          return command
              .apply(found.cart(), now)
              .compose(change ->
                  discounts.follow(context, found.cart(), change.after()).map(change::with))
              .compose(change -> finish(context, found.cart(), change, now, key, answer))
              .compose(reply ->
                  reply == null
                      ? pause(attempt)
                          .compose(rested -> attempt(request, key, answer, command, attempt + 1))
                      : Future.succeededFuture(reply));
        });
  }

  /** The answer, or null when somebody else was faster. */
  private Future<@Nullable Reply> finish(
      CallContext context,
      Cart before,
      CartChange change,
      Instant now,
      @Nullable IdempotencyKey key,
      CartAnswer answer) {
    boolean unchanged = change.after().equals(before);
    Cart changed = unchanged ? before : change.after().with(draft -> draft.updatedAt = now);
    return contexts
        .cached(context, changed, answer.showsCustomer())
        .compose(surroundings -> {
          if (unchanged) {
            return Future.succeededFuture(answer.of(before, surroundings));
          }
          Future<Cart> synchronizedCart =
              change.resync()
                  ? sessions.resync(context, changed, surroundings, now)
                  : Future.succeededFuture(changed);
          return synchronizedCart.compose(after -> {
            if (context.isPast(clock)) {
              // Its neighbours, or this node itself, took longer than anybody has waited.
              return abandoned
                  .afterLosing(context, before, after)
                  .compose(done -> Future.failedFuture(new Problem.Conflict().toException()));
            }
            Reply reply = answer.of(after, surroundings);
            return store
                .save(pool, before, after, events(context, after, change, now), key, reply)
                .compose(saved -> {
                  if (saved) {
                    tellDraft(context, before, after);
                  }
                  return (saved
                          ? abandoned.afterSaving(context, before, after)
                          : abandoned.afterLosing(context, before, after))
                      .<@Nullable Reply>map(done -> saved ? reply : null);
                });
          });
        });
  }

  /** Drafts are searched by e-mail; what is not heard now is asked for later. */
  private void tellDraft(CallContext context, Cart before, Cart after) {
    if (after.isDraft() && !Objects.equals(before.email(), after.email())) {
      orders.noteDraftCart(context, after.id(), after.email());
    }
  }

  private Future<Void> pause(int attempt) {
    int longest = Math.min(LONGEST_PAUSE_MILLIS, 8 * attempt);
    return vertx.timer(1 + ThreadLocalRandom.current().nextInt(longest)).mapEmpty();
  }

  private static List<Event> events(
      CallContext context, Cart after, CartChange change, Instant now) {
    return change.events().stream()
        .map(type -> event(context, now, type, after.id(), after.version() + 1))
        .toList();
  }

  static Event event(CallContext context, Instant now, String type, String cartId, long version) {
    return Event.of(
        context, now, Topics.CART, type, cartId, version, new JsonObject().put("id", cartId));
  }

  static void requireVisible(Cart cart, Principal principal) {
    if (cart.isHiddenFrom(principal)) {
      throw new Problem.NotFound("Cart with " + cart.id() + " was not found").toException();
    }
  }

  private static void requireOpen(Cart cart) {
    if (cart.isCompleted()) {
      throw new Problem.NotAllowed(
              "The cart is completed and cannot be changed", "cart_incompatible_state")
          .toException();
    }
  }
}
