package dev.tradewind.customer.auth.account;

import dev.tradewind.kernel.operation.Problem;

/** Refusal of an e-mail address under which a customer with an account is registered. */
public final class AccountExists {

  private AccountExists() {}

  public static Problem problem() {
    return Problem.duplicate(
        "A customer with the given email already has an account. Log in instead");
  }
}
