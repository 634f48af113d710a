package dev.tradewind.customer.oauthapp;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * An application that the operator has registered with the shop, and the shop with it.
 *
 * @param name unique; how clients name it
 * @param installUrl where somebody who runs the shop grants it what it needs
 * @param tokenEndpoint where the code of a grant is exchanged for tokens
 * @param redirectUri what the grant was asked with, if the endpoint wants to hear it again
 */
public record OAuthApp(
    String name,
    String displayName,
    @Nullable String installUrl,
    @Nullable String uninstallUrl,
    URI tokenEndpoint,
    String clientId,
    String clientSecret,
    @Nullable String redirectUri) {

  /** It holds a secret. */
  @Override
  public String toString() {
    return name;
  }
}
