package dev.tradewind.kernel.token;

/**
 * What a token says: who it was given to, and on which surface it counts.
 *
 * @param id of the user or customer
 * @param version the version of the credentials when the token was issued; a token of an older
 *     version has ended
 */
public record Token(Surface surface, String id, int version) {

  /** A token of one surface proves nothing on the other. */
  public enum Surface {
    ADMIN("admin", "user_id"),
    STORE("store", "customer_id");

    private final String domain;
    private final String idClaim;

    Surface(String domain, String idClaim) {
      this.domain = domain;
      this.idClaim = idClaim;
    }

    String domain() {
      return domain;
    }

    String idClaim() {
      return idClaim;
    }
  }
}
