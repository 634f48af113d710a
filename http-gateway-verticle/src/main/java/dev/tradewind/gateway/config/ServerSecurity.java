package dev.tradewind.gateway.config;

import dev.tradewind.api.customer.RolePermissions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Security settings of the HTTP server.
 *
 * @param tls absent: plain text, behind a proxy that terminates TLS
 * @param publicUrl URL under which clients reach the gateway; absent: the one they ask for
 * @param publishesApiDocs whether the API documents are served
 * @param connectionsPerAddress concurrent connections of one client network on this node
 * @param requiresSecondFactor whether users without a second factor may only enroll one
 * @param roles permissions of the roles of users
 * @param coversSubdomains whether browsers are also told to use TLS only for the subdomains
 */
public record ServerSecurity(
    @Nullable TlsFiles tls,
    @Nullable String publicUrl,
    boolean publishesApiDocs,
    int connectionsPerAddress,
    boolean requiresSecondFactor,
    RolePermissions roles,
    boolean coversSubdomains) {

  private static final String ONE_YEAR = "max-age=31536000";

  public static final ServerSecurity DEVELOPMENT =
      new ServerSecurity(null, null, true, 1_000, false, RolePermissions.BUILT_IN, false);

  /** PEM files of the certificate chain and its key (PKCS #8, unencrypted). */
  public record TlsFiles(Path certificate, Path key) {}

  /** Whether clients use TLS only, here or at a proxy. */
  public boolean requiresTls() {
    return tls != null || (publicUrl != null && publicUrl.startsWith("https://"));
  }

  /** Value of the HSTS header; null where clients may use plain text. */
  public @Nullable String strictTransportSecurity() {
    if (!requiresTls()) {
      return null;
    }
    return coversSubdomains ? ONE_YEAR + "; includeSubDomains" : ONE_YEAR;
  }

  public ServerSecurity withTls(TlsFiles files) {
    return new ServerSecurity(
        files,
        publicUrl,
        publishesApiDocs,
        connectionsPerAddress,
        requiresSecondFactor,
        roles,
        coversSubdomains);
  }

  public ServerSecurity withPublicUrl(String url) {
    return new ServerSecurity(
        tls,
        url,
        publishesApiDocs,
        connectionsPerAddress,
        requiresSecondFactor,
        roles,
        coversSubdomains);
  }

  public ServerSecurity publishingApiDocs(boolean publishes) {
    return new ServerSecurity(
        tls,
        publicUrl,
        publishes,
        connectionsPerAddress,
        requiresSecondFactor,
        roles,
        coversSubdomains);
  }

  public ServerSecurity withConnectionsPerAddress(int connections) {
    return new ServerSecurity(
        tls,
        publicUrl,
        publishesApiDocs,
        connections,
        requiresSecondFactor,
        roles,
        coversSubdomains);
  }

  public ServerSecurity requiringSecondFactor(boolean requires) {
    return new ServerSecurity(
        tls, publicUrl, publishesApiDocs, connectionsPerAddress, requires, roles, coversSubdomains);
  }

  public ServerSecurity withRoles(RolePermissions other) {
    return new ServerSecurity(
        tls,
        publicUrl,
        publishesApiDocs,
        connectionsPerAddress,
        requiresSecondFactor,
        other,
        coversSubdomains);
  }

  public ServerSecurity coveringSubdomains(boolean covers) {
    return new ServerSecurity(
        tls,
        publicUrl,
        publishesApiDocs,
        connectionsPerAddress,
        requiresSecondFactor,
        roles,
        covers);
  }
}
