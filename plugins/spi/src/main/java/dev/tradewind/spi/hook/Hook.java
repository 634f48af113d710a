package dev.tradewind.spi.hook;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * Hook of a plugin: code that decides at a point of the shop. All hooks of a point are asked
 * concurrently, on an event loop that they must not block, and their answers apply in the order of
 * the hooks. A question has no effect at the hook, as it may be asked again or about something that
 * never happens.
 *
 * @param name of lower-case letters, digits and hyphens; one hook of a node has it
 * @param <Q> question of the point
 * @param <A> answer of the point
 */
public record Hook<Q extends Record, A extends Record>(
    HookPoint point, String name, HookPolicy policy, Decision<Q, A> decision) {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");

  /** Code of a hook. */
  @FunctionalInterface
  public interface Decision<Q extends Record, A extends Record> {

    /**
     * Decides.
     *
     * @param deadline when the shop stops waiting (UTC)
     * @return fails if the hook cannot decide
     */
    Future<A> on(Q question, Instant deadline);
  }

  /**
   * @throws IllegalArgumentException if the name has another form
   */
  public Hook {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("A hook cannot have the name " + name + ".");
    }
  }

  /** Hook before a shopper puts units into a cart. */
  public static Hook<LineQuestion, PermissionAnswer> addingLine(
      String name, HookPolicy policy, Decision<LineQuestion, PermissionAnswer> decision) {
    return new Hook<>(HookPoint.ADD_LINE, name, policy, decision);
  }

  /** Hook that prices variants. */
  public static Hook<PriceQuestion, PriceAnswer> takingPrice(
      String name, HookPolicy policy, Decision<PriceQuestion, PriceAnswer> decision) {
    return new Hook<>(HookPoint.TAKE_PRICE, name, policy, decision);
  }

  /** Hook that leaves out shipping options or prices them. */
  public static Hook<ShippingQuestion, ShippingAnswer> listingShippingOptions(
      String name, HookPolicy policy, Decision<ShippingQuestion, ShippingAnswer> decision) {
    return new Hook<>(HookPoint.LIST_SHIPPING_OPTIONS, name, policy, decision);
  }

  /** Hook before a cart is paid and becomes an order. */
  public static Hook<CompletionQuestion, PermissionAnswer> completingCart(
      String name, HookPolicy policy, Decision<CompletionQuestion, PermissionAnswer> decision) {
    return new Hook<>(HookPoint.COMPLETE_CART, name, policy, decision);
  }

  /** Hook before staff refunds an amount. */
  public static Hook<RefundQuestion, PermissionAnswer> refunding(
      String name, HookPolicy policy, Decision<RefundQuestion, PermissionAnswer> decision) {
    return new Hook<>(HookPoint.REFUND, name, policy, decision);
  }

  /** Hook before a customer gets an account. */
  public static Hook<CustomerQuestion, PermissionAnswer> creatingCustomer(
      String name, HookPolicy policy, Decision<CustomerQuestion, PermissionAnswer> decision) {
    return new Hook<>(HookPoint.CREATE_CUSTOMER, name, policy, decision);
  }
}
