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
 */
public record ServerSecurity(
    @Nullable TlsFiles tls,
    @Nullable String publicUrl,
    boolean publishesApiDocs,
    int connectionsPerAddress,
    boolean requiresSecondFactor,
    RolePermissions roles) {

  public static final ServerSecurity DEVELOPMENT =
      new ServerSecurity(null, null, true, 1_000, false, RolePermissions.BUILT_IN);

  /** PEM files of the certificate chain and its key (PKCS #8, unencrypted). */
  public record TlsFiles(Path certificate, Path key) {}

  /** Whether clients use TLS only, here or at a proxy. */
  public boolean requiresTls() {
    return tls != null || (publicUrl != null && publicUrl.startsWith("https://"));
  }

  public ServerSecurity withTls(TlsFiles files) {
    return new ServerSecurity(
        files, publicUrl, publishesApiDocs, connectionsPerAddress, requiresSecondFactor, roles);
  }

  public ServerSecurity withPublicUrl(String url) {
    return new ServerSecurity(
        tls, url, publishesApiDocs, connectionsPerAddress, requiresSecondFactor, roles);
  }

  public ServerSecurity publishingApiDocs(boolean publishes) {
    return new ServerSecurity(
        tls, publicUrl, publishes, connectionsPerAddress, requiresSecondFactor, roles);
  }

  public ServerSecurity withConnectionsPerAddress(int connections) {
    return new ServerSecurity(
        tls, publicUrl, publishesApiDocs, connections, requiresSecondFactor, roles);
  }

  public ServerSecurity requiringSecondFactor(boolean requires) {
    return new ServerSecurity(
        tls, publicUrl, publishesApiDocs, connectionsPerAddress, requires, roles);
  }

  public ServerSecurity withRoles(RolePermissions other) {
    return new ServerSecurity(
        tls, publicUrl, publishesApiDocs, connectionsPerAddress, requiresSecondFactor, other);
  }
}
