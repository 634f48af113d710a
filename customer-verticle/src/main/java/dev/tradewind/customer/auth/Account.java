package dev.tradewind.customer.auth;

import dev.tradewind.kernel.token.Token;

/**
 * Somebody who may log in on a surface.
 *
 * @param credentialVersion what is issued now ends when this has been raised
 */
record Account(Token.Surface surface, String id, int credentialVersion) {

  Token token() {
    return new Token(surface, id, credentialVersion);
  }
}
