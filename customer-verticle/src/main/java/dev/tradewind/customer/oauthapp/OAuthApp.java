package dev.tradewind.customer.oauthapp;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * OAuth application that the operator has registered at its provider and here.
 *
 * @param name unique; identifies it in requests
 * @param installUrl page on which staff grant the application access
 * @param tokenEndpoint endpoint that exchanges an authorization code for tokens
 * @param redirectUri redirect URI of the grant, if the endpoint requires it
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

  /** Redacted: contains the client secret. */
  @Override
  public String toString() {
    return name;
  }
}
