package dev.tradewind.customer.auth.account;

import dev.tradewind.kernel.token.Token;

/**
 * Account that may log in on an API surface.
 *
 * @param credentialVersion version of issued credentials; they are revoked when it is raised
 */
public record Account(Token.Surface surface, String id, int credentialVersion) {

  public Token token(String tokenId) {
    return new Token(surface, id, credentialVersion, tokenId);
  }
}
