package dev.tradewind.kernel.token;

/**
 * Claims of a token: its bearer and its surface.
 *
 * @param id of the user or customer
 * @param version the version of the credentials when the token was issued; a token of an older
 *     version is invalid
 * @param tokenId id of the token itself, under which its owner ends it
 */
public record Token(Surface surface, String id, int version, String tokenId) {

  /** Surface on which a token is valid; it is no credential on the other. */
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
