package dev.tradewind.api.customer;

/** Name of the session cookie, which the customer verticle sets and the gateway reads. */
public enum SessionCookieName {

  /** The name of the reference. */
  PLAIN("connect.sid"),

  /**
   * The name with the prefix {@code __Host-}: browsers take such a cookie only over TLS, from the
   * host itself and for all its paths. With the plain name another host of the domain, or a proxy
   * of plain text, can replace it. The plain name is then no credential.
   */
  HOST_PREFIXED("__Host-connect.sid");

  private final String text;

  SessionCookieName(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }
}
