package dev.tradewind.cart.command;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.cart.discount.CartDiscounts;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartMutation;
import dev.tradewind.cart.payment.PaymentSessionCleanup;
import dev.tradewind.cart.payment.PaymentSessions;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.cart.reference.DeletedDiscounts;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.cart.view.CartResponse;
import dev.tradewind.cart.view.CartResponses;
import dev.tradewind.cart.view.CartTotalsCalculator;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.idempotency.StoredResponse;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.retry.Retry;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Optimistic concurrency control of cart commands: load, change, conditional save. After a conflict
 * the command runs again on the current cart until its deadline, so that no update is lost. The
 * first try skips the read when this node saved the cart recently.
 */
public final class CartCommandExecutor {

  /**
   * Retry policy for a hundred concurrent changes of one cart; in each round one of them is saved.
   */
  private static final Retry RETRY = new Retry(100, Duration.ofMillis(8), Duration.ofMillis(60));

  private static final int FIRST_STATUS_OF_FAULTS = 500;

  private final Pool pool;
  private final Clock clock;
  private final CartStore store;
  private final CartReferenceLoader referenceLoader;
  private final CartResponses responses;
  private final CartDiscounts discounts;
  private final DeletedDiscounts deletedDiscounts;
  private final PaymentSessions sessions;
  private final OrderClient orders;
  private final PaymentSessionCleanup sessionCleanup;
  private final CartQueues queues = new CartQueues();

  public CartCommandExecutor(
      Pool pool,
      Clock clock,
      CartStore store,
      CartReferenceLoader referenceLoader,
      CartResponses responses,
      CartDiscounts discounts,
      DeletedDiscounts deletedDiscounts,
      PaymentSessions sessions,
      OrderClient orders,
      PaymentSessionCleanup sessionCleanup) {
    this.pool = pool;
    this.clock = clock;
    this.store = store;
    this.referenceLoader = referenceLoader;
    this.responses = responses;
    this.discounts = discounts;
    this.deletedDiscounts = deletedDiscounts;
    this.sessions = sessions;
    this.orders = orders;
    this.sessionCleanup = sessionCleanup;
  }

  /** Change of a cart; may query other verticles. */
  @FunctionalInterface
  public interface Command {
    Future<CartMutation> apply(Cart cart, Instant now);
  }

  /** Response that a request wants: its format, and the selection of its query. */
  private record Answer(CartResponse format, Selection selection) {}

  public Future<Reply> run(Request request, CartResponse answer, Command command) {
    return begin(request, null, answer(request, answer), command);
  }

  /** Runs the command once for all requests with the same idempotency key. */
  public Future<Reply> executeIdempotent(Request request, CartResponse answer, Command command) {
    IdempotencyKey key = IdempotencyKey.of(request, request.operation(), request.path("id"));
    return begin(request, key, answer(request, answer), command);
  }

  private static Answer answer(Request request, CartResponse format) {
    return new Answer(format, CartResponses.select(request.query()));
  }

  private Future<Reply> begin(
      Request request, @Nullable IdempotencyKey key, Answer answer, Command command) {
    return queues.run(
        request.path("id"),
        () ->
            // Deadline exceeded in the queue: the caller has given up.
            request.context().isExpired(clock)
                ? Future.failedFuture(new Problem.Conflict().toException())
                : referenceLoader
                    .readChanges()
                    .compose(read -> firstTry(request, key, answer, command)));
  }

  private Future<Reply> firstTry(
      Request request, @Nullable IdempotencyKey key, Answer answer, Command command) {
    // The stored response of a client-supplied key is only found by loading the cart.
    return (key == null || key.isGenerated()
            ? store.recent(request.path("id"))
            : Optional.<Cart>empty())
        .map(recent -> tryCached(recent, request, key, answer, command))
        .orElseGet(() -> attempts(request, key, answer, command));
  }

  /**
   * Tries the command on the cached cart. A result without a saved change is only valid if the cart
   * is still at that version.
   */
  private Future<Reply> tryCached(
      Cart recent, Request request, @Nullable IdempotencyKey key, Answer answer, Command command) {
    CallContext context = request.context();
    return Future.succeededFuture(recent)
        .compose(cart -> {
          requireVisible(cart, context.principal());
          return change(request, key, answer, command, cart);
        })
        .compose(
            outcome -> {
              if (outcome.reply() != null) {
                return Future.succeededFuture(outcome.reply());
              }
              if (outcome.isConflict()) {
                store.recordConflict(recent);
                return attempts(request, key, answer, command);
              }
              return ifUnchanged(
                  recent, request, key, answer, command, () -> show(context, recent, answer));
            },
            failure ->
                isRefusal(failure)
                    ? ifUnchanged(
                        recent, request, key, answer, command, () -> Future.failedFuture(failure))
                    : Future.failedFuture(failure));
  }

  /**
   * The result found with the cached cart if its version is still current; otherwise a regular run.
   */
  private Future<Reply> ifUnchanged(
      Cart recent,
      Request request,
      @Nullable IdempotencyKey key,
      Answer answer,
      Command command,
      Supplier<Future<Reply>> found) {
    return store
        .load(pool, recent.id(), key)
        .compose(now ->
            now.storedResponse() == null && now.cart().version() == recent.version()
                ? found.get()
                : attempts(request, key, answer, command));
  }

  private static boolean isRefusal(Throwable failure) {
    return failure instanceof ProblemException refused
        && refused.problem().status() < FIRST_STATUS_OF_FAULTS;
  }

  private Future<Reply> attempts(
      Request request, @Nullable IdempotencyKey key, Answer answer, Command command) {
    return RETRY
        .run(
            request.context().remaining(clock),
            ConflictException.class::isInstance,
            () ->
                store
                    .load(pool, request.path("id"), key)
                    .compose(found -> proceed(found, request, key, answer, command)))
        .recover(failure ->
            Future.failedFuture(
                failure instanceof ConflictException
                    ? new Problem.Conflict().toException()
                    : failure));
  }

  /** Version conflict: another request saved the cart first. */
  private static final class ConflictException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ConflictException() {
      super("The cart changed while it was changed", null, false, false);
    }
  }

  private Future<Reply> proceed(
      CartStore.Found found,
      Request request,
      @Nullable IdempotencyKey key,
      Answer answer,
      Command command) {
    CallContext context = request.context();
    requireVisible(found.cart(), context.principal());
    Reply stored = found.storedResponse();
    if (stored != null) {
      return StoredResponse.isWhole(stored)
          ? Future.succeededFuture(stored)
          : show(context, found.cart(), answer);
    }
    return change(request, key, answer, command, found.cart())
        .compose(outcome -> {
          if (outcome.reply() != null) {
            return Future.succeededFuture(outcome.reply());
          }
          return outcome.isConflict()
              ? Future.failedFuture(new ConflictException())
              : show(context, found.cart(), answer);
        });
  }

  private Future<Reply> show(CallContext context, Cart cart, Answer answer) {
    return deletedDiscounts
        .removedFrom(context, cart)
        .compose(current ->
            referenceLoader
                .cached(context, current)
                .compose(references -> reply(context, answer, current, references)));
  }

  private Future<Reply> reply(
      CallContext context, Answer answer, Cart cart, CartReferences references) {
    return responses.of(context, answer.format(), answer.selection(), cart, references);
  }

  /**
   * Result of one try.
   *
   * @param reply absent if nothing was saved
   * @param isConflict whether nothing was saved because of a version conflict, not because nothing
   *     changed
   */
  private record Outcome(@Nullable Reply reply, boolean isConflict) {
    static final Outcome UNCHANGED = new Outcome(null, false);
    static final Outcome CONFLICT = new Outcome(null, true);
  }

  private Future<Outcome> change(
      Request request, @Nullable IdempotencyKey key, Answer answer, Command command, Cart before) {
    CallContext context = request.context();
    requireOpen(before);
    Instant now = Timestamps.now(clock);
    return deletedDiscounts
        .removedFrom(context, before)
        .compose(current ->
            command
                .apply(current, now)
                .compose(change ->
                    discounts.reevaluate(context, current, change.after()).map(change::with)))
        .compose(change ->
            change.after().equals(before)
                ? Future.succeededFuture(Outcome.UNCHANGED)
                : finish(context, before, change, now, key, answer));
  }

  private Future<Outcome> finish(
      CallContext context,
      Cart before,
      CartMutation change,
      Instant now,
      @Nullable IdempotencyKey key,
      Answer answer) {
    Cart changed = change.after().with(builder -> builder.updatedAt = now);
    return referenceLoader
        .cached(context, changed)
        .map(references -> {
          CartTotalsCalculator.requireExact(changed, references);
          return references;
        })
        .compose(references ->
            (change.resync()
                    ? sessions.resync(context, changed, references, now)
                    : Future.succeededFuture(changed))
                .compose(after -> {
                  if (context.isExpired(clock)) {
                    // Deadline exceeded: the caller has given up, so do not save.
                    return sessionCleanup
                        .afterConflict(context, before, after)
                        .compose(done -> Future.failedFuture(new Problem.Conflict().toException()));
                  }
                  return reply(context, answer, after, references)
                      .compose(
                          reply -> save(context, before, after, change, now, key, reply),
                          failure ->
                              sessionCleanup
                                  .afterConflict(context, before, after)
                                  .compose(done -> Future.failedFuture(failure)));
                }));
  }

  private Future<Outcome> save(
      CallContext context,
      Cart before,
      Cart after,
      CartMutation change,
      Instant now,
      @Nullable IdempotencyKey key,
      Reply reply) {
    return store
        .save(pool, before, after, events(context, after, change, now), key, reply)
        .compose(saved ->
            saved
                ? afterSaving(context, before, after).map(new Outcome(reply, false))
                : sessionCleanup.afterConflict(context, before, after).map(Outcome.CONFLICT));
  }

  private Future<Void> afterSaving(CallContext context, Cart before, Cart after) {
    publishDraftEmail(context, before, after);
    return sessionCleanup.afterSaving(context, before, after);
  }

  /**
   * Publishes the new e-mail address to the order verticle, where draft orders are searched by it.
   * A lost message is repaired by the periodic sync.
   */
  private void publishDraftEmail(CallContext context, Cart before, Cart after) {
    if (after.isDraft() && !Objects.equals(before.email(), after.email())) {
      orders.recordDraftCart(context, after.id(), after.email());
    }
  }

  private static List<Event> events(
      CallContext context, Cart after, CartMutation change, Instant now) {
    return change.events().stream()
        .map(type -> event(context, now, type, after.id(), after.version() + 1))
        .toList();
  }

  public static Event event(
      CallContext context, Instant now, String type, String cartId, long version) {
    return Event.of(
        context, now, Topics.CART, type, cartId, version, new JsonObject().put("id", cartId));
  }

  public static void requireVisible(Cart cart, Principal principal) {
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
