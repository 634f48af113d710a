package dev.tradewind.cart.command;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.cart.view.CartResponse;
import dev.tradewind.cart.view.CartResponses;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.idempotency.StoredResponse;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.retry.Retry;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Run of a command for a request, with optimistic concurrency control: load, change, conditional
 * save. After a conflict the command runs again on the current cart until its deadline, so that no
 * update is lost. The first try skips the read when this node saved the cart recently.
 */
final class CartCommandRun {

  /**
   * Retry policy for a hundred concurrent changes of one cart; in each round one of them is saved.
   */
  private static final Retry RETRY = new Retry(100, Duration.ofMillis(8), Duration.ofMillis(60));

  private static final int FIRST_STATUS_OF_FAULTS = 500;

  private final CartCommandParts parts;
  private final CallContext context;
  private final String cartId;
  private final @Nullable IdempotencyKey key;
  private final CartResponse format;
  private final Selection selection;
  private final CartCommandExecutor.Command command;

  CartCommandRun(
      CartCommandParts parts,
      Request request,
      @Nullable IdempotencyKey key,
      CartResponse format,
      CartCommandExecutor.Command command) {
    this.parts = parts;
    this.context = request.context();
    this.cartId = request.path("id");
    this.key = key;
    this.format = format;
    this.selection = CartResponses.select(request.query());
    this.command = command;
  }

  CartCommandParts parts() {
    return parts;
  }

  CallContext context() {
    return context;
  }

  String cartId() {
    return cartId;
  }

  @Nullable IdempotencyKey key() {
    return key;
  }

  CartCommandExecutor.Command command() {
    return command;
  }

  /** Response to the request, once its turn in the queue of the cart has come. */
  Future<Reply> reply() {
    return isExpired()
        // Deadline exceeded in the queue: the caller no longer waits.
        ? Future.failedFuture(Problem.conflict())
        : parts.references().readChanges(cartId).compose(this::firstTry);
  }

  boolean isExpired() {
    return context.isExpired(parts.clock());
  }

  /**
   * Runs the command on the cart as this node saved it last, if that is its current version. A
   * refusal of a command with a key stands only if there is no response under the key.
   */
  private Future<Reply> firstTry(OptionalLong version) {
    // The stored response of a client-supplied key is only found by loading the cart.
    return (key == null || key.isGenerated()
            ? parts.store().recent(cartId, version)
            : Optional.<Cart>empty())
        .map(recent ->
            Future.succeededFuture(new CartStore.Found(recent, null))
                .compose(this::proceed)
                .recover(failure -> {
                  if (failure instanceof CartConflictException
                      || (key != null && isRefusal(failure))) {
                    return attempts();
                  }
                  return Future.failedFuture(failure);
                }))
        .orElseGet(this::attempts);
  }

  private static boolean isRefusal(Throwable failure) {
    return failure instanceof Problem refused && refused.status() < FIRST_STATUS_OF_FAULTS;
  }

  private Future<Reply> attempts() {
    return RETRY
        .run(
            context.remaining(parts.clock()),
            CartConflictException.class::isInstance,
            () -> parts.store().load(parts.pool(), cartId, key).compose(this::proceed))
        .recover(failure ->
            Future.failedFuture(
                failure instanceof CartConflictException ? Problem.conflict() : failure));
  }

  private Future<Reply> proceed(CartStore.Found found) {
    CartCommandExecutor.requireVisible(found.cart(), context.principal());
    Reply stored = found.storedResponse();
    if (stored != null) {
      return StoredResponse.isWhole(stored) ? Future.succeededFuture(stored) : show(found.cart());
    }
    return new CartCommandAttempt(this, found.cart())
        .reply()
        .compose(saved -> saved.map(Future::succeededFuture).orElseGet(() -> show(found.cart())));
  }

  private Future<Reply> show(Cart cart) {
    return parts
        .deletedDiscounts()
        .removedFrom(context, cart)
        .compose(current ->
            parts
                .references()
                .cached(context, current)
                .compose(references -> reply(current, references)));
  }

  /** Response that the request wants: its format, and the selection of its query. */
  Future<Reply> reply(Cart cart, CartReferences references) {
    return parts.responses().of(context, format, selection, cart, references);
  }
}
