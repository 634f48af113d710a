package dev.tradewind.spi.hook;

/**
 * Point at which hooks decide. Each is asked outside of any database transaction, and may be asked
 * again about the same thing: a change of the cart meanwhile, a retry of the client, or the return
 * of a shopper from a payment page.
 */
public enum HookPoint {

  /** Before a shopper puts units of a variant into a cart: a {@link LineQuestion}. */
  ADD_LINE(LineQuestion.class, PermissionAnswer.class),

  /** Whenever variants are priced for a cart or an order: a {@link PriceQuestion}. */
  TAKE_PRICE(PriceQuestion.class, PriceAnswer.class),

  /**
   * Before shipping options are shown for a cart, and before one is chosen: a {@link
   * ShippingQuestion}.
   */
  LIST_SHIPPING_OPTIONS(ShippingQuestion.class, ShippingAnswer.class),

  /** Before a cart is paid and becomes an order: a {@link CompletionQuestion}. */
  COMPLETE_CART(CompletionQuestion.class, PermissionAnswer.class),

  /** Before staff refunds an amount: a {@link RefundQuestion}. */
  REFUND(RefundQuestion.class, PermissionAnswer.class),

  /** Before a customer gets an account: a {@link CustomerQuestion}. */
  CREATE_CUSTOMER(CustomerQuestion.class, PermissionAnswer.class);

  private final Class<? extends Record> question;
  private final Class<? extends Record> answer;

  HookPoint(Class<? extends Record> question, Class<? extends Record> answer) {
    this.question = question;
    this.answer = answer;
  }

  /** Type of what its hooks are asked. */
  public Class<? extends Record> question() {
    return question;
  }

  /** Type of what its hooks answer. */
  public Class<? extends Record> answer() {
    return answer;
  }
}
