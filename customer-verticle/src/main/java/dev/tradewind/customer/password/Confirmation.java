package dev.tradewind.customer.password;

/** Confirmation of a sensitive change of an account by its owner. */
public enum Confirmation {

  /** The session or the token is enough, as in the reference. */
  NONE,

  /** The present password, or a login of the last minutes. */
  PASSWORD_OR_FRESH_LOGIN,

  /** The present password alone. */
  PASSWORD
}
