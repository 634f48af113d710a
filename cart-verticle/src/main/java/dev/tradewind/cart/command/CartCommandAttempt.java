package dev.tradewind.cart.command;

import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartMutation;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.cart.store.CompletedMetadata;
import dev.tradewind.cart.view.CartTotalsCalculator;
import dev.tradewind.kernel.field.FieldSet;
import dev.tradewind.kernel.field.KnownFields;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One attempt of a run: changes a cart as it was read, and saves it if it is still the current one.
 */
final class CartCommandAttempt {

  private final CartCommandRun run;
  private final CartCommandParts parts;
  private final CallContext context;
  private final Cart before;
  private final FieldSet fields;
  private final Instant now;

  CartCommandAttempt(CartCommandRun run, Cart before) {
    this.run = run;
    this.parts = run.parts();
    this.context = run.context();
    this.before = before;
    this.fields = parts.fields().now();
    this.now = Timestamps.now(parts.clock());
  }

  /**
   * Response with the saved cart; empty if the command changed nothing.
   *
   * @return fails with a {@link CartConflictException} if another request saved the cart first
   */
  Future<Optional<Reply>> reply() {
    requireOpen();
    return parts
        .deletedDiscounts()
        .removedFrom(context, before)
        .compose(current ->
            run.command()
                .apply(current, now)
                .map(change -> change.with(CompletedMetadata.by(fields, before, change.after())))
                .compose(change ->
                    parts
                        .discounts()
                        .reevaluate(context, current, change.after())
                        .map(change::with)))
        .compose(change -> {
          if (change.after().equals(before)) {
            return Future.succeededFuture(Optional.empty());
          }
          return finish(change).map(Optional::of);
        });
  }

  private void requireOpen() {
    if (before.isCompleted()) {
      throw Problem.notAllowed(
          "The cart is completed and cannot be changed", "cart_incompatible_state");
    }
  }

  private Future<Reply> finish(CartMutation change) {
    Cart changed = change.after().with(builder -> builder.updatedAt(now));
    return parts
        .references()
        .cached(context, changed)
        .map(references -> {
          CartTotalsCalculator.requireExact(changed, references);
          return references;
        })
        .compose(references ->
            (change.resync()
                    ? parts.sessions().resync(context, changed, references, now)
                    : Future.succeededFuture(changed))
                .compose(after -> finish(change, after, references)));
  }

  private Future<Reply> finish(CartMutation change, Cart after, CartReferences references) {
    if (run.isExpired()) {
      // Deadline exceeded: the caller no longer waits, so do not save.
      return discard(after, Problem.conflict());
    }
    return run.reply(after, references)
        .compose(reply -> save(change, after, reply), failure -> discard(after, failure))
        .recover(failure -> {
          if (KnownFields.areOutdated(failure)) {
            return parts
                .fields()
                .refresh()
                .transform(read ->
                    discard(after, read.failed() ? read.cause() : new CartConflictException()));
          }
          return CompletedMetadata.of(failure, before, after)
              .map(completed ->
                  parts
                      .fields()
                      .refresh()
                      .otherwiseEmpty()
                      .compose(read ->
                          areFieldsOutdated()
                              // A line that they complete may be one with another: priced again.
                              ? discard(after, new CartConflictException())
                              : finish(change, completed, references)))
              .orElseGet(() -> Future.failedFuture(failure));
        });
  }

  private boolean areFieldsOutdated() {
    return !Objects.equals(fields.version(), parts.fields().now().version());
  }

  private Future<Reply> save(CartMutation change, Cart after, Reply reply) {
    return parts
        .store()
        .save(
            parts.pool(), before, after, fields.version(), events(change, after), run.key(), reply)
        .compose(saved ->
            saved ? afterSaving(after).map(reply) : discard(after, new CartConflictException()));
  }

  /** Deletes the payment sessions of a cart that is not saved. */
  private Future<Reply> discard(Cart after, Throwable reason) {
    return parts
        .sessionCleanup()
        .afterConflict(context, before, after)
        .compose(done -> Future.failedFuture(reason));
  }

  private Future<Void> afterSaving(Cart after) {
    publishDraftEmail(after);
    return parts.sessionCleanup().afterSaving(context, before, after);
  }

  /**
   * Publishes the new e-mail address to the order verticle, where draft orders are searched by it.
   * A lost message is repaired by the periodic sync.
   */
  private void publishDraftEmail(Cart after) {
    if (after.isDraft() && !Objects.equals(before.email(), after.email())) {
      parts.orders().recordDraftCart(context, after.id(), after.email());
    }
  }

  private List<Event> events(CartMutation change, Cart after) {
    return change.events().stream()
        .map(type -> CartCommandExecutor.event(context, now, type, after.id(), after.version() + 1))
        .toList();
  }
}
