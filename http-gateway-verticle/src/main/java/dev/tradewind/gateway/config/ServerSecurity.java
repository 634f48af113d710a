package dev.tradewind.gateway.config;

import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.api.customer.SessionCookieName;
import java.nio.file.Path;
import java.util.function.Consumer;
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
 * @param sessionCookie name of the cookie that contains the session
 * @param costlyRequestsPerMinute costly anonymous requests of one client network to this node, such
 *     as new carts and searches; 0: not limited
 * @param cartChangesPerMinute changes of one cart by one client network at this node; 0: not
 *     limited
 * @param uploads rules about the content of uploaded files
 * @param v1TokenSecret secret of the JSON web tokens of the Medusa v1 shop that this one was moved
 *     from; null: they are not accepted
 */
public record ServerSecurity(
    @Nullable TlsFiles tls,
    @Nullable String publicUrl,
    boolean publishesApiDocs,
    int connectionsPerAddress,
    boolean requiresSecondFactor,
    RolePermissions roles,
    boolean coversSubdomains,
    SessionCookieName sessionCookie,
    int costlyRequestsPerMinute,
    int cartChangesPerMinute,
    UploadRules uploads,
    @Nullable String v1TokenSecret) {

  private static final String ONE_YEAR = "max-age=31536000";

  public static final ServerSecurity DEVELOPMENT =
      new ServerSecurity(
          null,
          null,
          true,
          1_000,
          false,
          RolePermissions.BUILT_IN,
          false,
          SessionCookieName.PLAIN,
          0,
          0,
          UploadRules.DEVELOPMENT,
          null);

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

  public ServerSecurity withTls(@Nullable TlsFiles files) {
    return with(copy -> copy.tls = files);
  }

  public ServerSecurity withPublicUrl(@Nullable String url) {
    return with(copy -> copy.publicUrl = url);
  }

  public ServerSecurity publishingApiDocs(boolean publishes) {
    return with(copy -> copy.publishesApiDocs = publishes);
  }

  public ServerSecurity withConnectionsPerAddress(int connections) {
    return with(copy -> copy.connectionsPerAddress = connections);
  }

  public ServerSecurity requiringSecondFactor(boolean requires) {
    return with(copy -> copy.requiresSecondFactor = requires);
  }

  public ServerSecurity withRoles(RolePermissions other) {
    return with(copy -> copy.roles = other);
  }

  public ServerSecurity coveringSubdomains(boolean covers) {
    return with(copy -> copy.coversSubdomains = covers);
  }

  public ServerSecurity withSessionCookie(SessionCookieName name) {
    return with(copy -> copy.sessionCookie = name);
  }

  public ServerSecurity withCostlyRequestsPerMinute(int requests) {
    return with(copy -> copy.costlyRequestsPerMinute = requests);
  }

  public ServerSecurity withCartChangesPerMinute(int changes) {
    return with(copy -> copy.cartChangesPerMinute = changes);
  }

  public ServerSecurity withUploads(UploadRules rules) {
    return with(copy -> copy.uploads = rules);
  }

  public ServerSecurity withV1TokenSecret(@Nullable String secret) {
    return with(copy -> copy.v1TokenSecret = secret);
  }

  private ServerSecurity with(Consumer<Copy> change) {
    Copy copy = new Copy(this);
    change.accept(copy);
    return copy.security();
  }

  /** Copy with other values of some components. */
  private static final class Copy {

    private @Nullable TlsFiles tls;
    private @Nullable String publicUrl;
    private boolean publishesApiDocs;
    private int connectionsPerAddress;
    private boolean requiresSecondFactor;
    private RolePermissions roles;
    private boolean coversSubdomains;
    private SessionCookieName sessionCookie;
    private int costlyRequestsPerMinute;
    private int cartChangesPerMinute;
    private UploadRules uploads;
    private @Nullable String v1TokenSecret;

    private Copy(ServerSecurity security) {
      tls = security.tls;
      publicUrl = security.publicUrl;
      publishesApiDocs = security.publishesApiDocs;
      connectionsPerAddress = security.connectionsPerAddress;
      requiresSecondFactor = security.requiresSecondFactor;
      roles = security.roles;
      coversSubdomains = security.coversSubdomains;
      sessionCookie = security.sessionCookie;
      costlyRequestsPerMinute = security.costlyRequestsPerMinute;
      cartChangesPerMinute = security.cartChangesPerMinute;
      uploads = security.uploads;
      v1TokenSecret = security.v1TokenSecret;
    }

    private ServerSecurity security() {
      return new ServerSecurity(
          tls,
          publicUrl,
          publishesApiDocs,
          connectionsPerAddress,
          requiresSecondFactor,
          roles,
          coversSubdomains,
          sessionCookie,
          costlyRequestsPerMinute,
          cartChangesPerMinute,
          uploads,
          v1TokenSecret);
    }
  }
}
