package dev.tradewind.cart.command;

import dev.tradewind.api.event.Topics;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartMutation;
import dev.tradewind.cart.view.CartResponse;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;

/** Executor of cart commands: the commands of a cart run one after the other on this node. */
public final class CartCommandExecutor {

  private final CartCommandParts parts;
  private final CartQueues queues = new CartQueues();

  public CartCommandExecutor(CartCommandParts parts) {
    this.parts = parts;
  }

  /** Change of a cart; may query other verticles. */
  @FunctionalInterface
  public interface Command {
    Future<CartMutation> apply(Cart cart, Instant now);
  }

  public Future<Reply> run(Request request, CartResponse format, Command command) {
    return begin(new CartCommandRun(parts, request, null, format, command));
  }

  /** Runs the command once for all requests with the same idempotency key. */
  public Future<Reply> executeIdempotent(Request request, CartResponse format, Command command) {
    IdempotencyKey key = IdempotencyKey.of(request, request.operation(), request.path("id"));
    return begin(new CartCommandRun(parts, request, key, format, command));
  }

  /**
   * Metadata of a new line item as the fields that are known complete it: with that it may equal a
   * line item of the cart.
   */
  public JsonObject ofNewLine(JsonObject given) {
    return parts.fields().now().complete("line_item", null, given);
  }

  private Future<Reply> begin(CartCommandRun run) {
    return queues.run(run.cartId(), run::reply);
  }

  public static Event event(
      CallContext context, Instant now, String type, String cartId, long version) {
    return Event.of(
        context, now, Topics.CART, type, cartId, version, new JsonObject().put("id", cartId));
  }

  public static void requireVisible(Cart cart, Principal principal) {
    if (cart.isHiddenFrom(principal)) {
      throw Problem.notFound("Cart with " + cart.id() + " was not found");
    }
  }
}
