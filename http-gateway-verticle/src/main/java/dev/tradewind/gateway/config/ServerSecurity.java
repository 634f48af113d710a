package dev.tradewind.gateway.config;

import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.api.customer.SessionCookieName;
import io.soabase.recordbuilder.core.RecordBuilder;
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
 * @param sessionCookie name of the cookie that contains the session
 * @param costlyRequestsPerMinute costly anonymous requests of one client network to this node, such
 *     as new carts and searches; 0: not limited
 * @param cartChangesPerMinute changes of one cart by one client network at this node; 0: not
 *     limited
 * @param uploads rules about the content of uploaded files
 * @param v1TokenSecret secret of the JSON web tokens of the Medusa v1 shop that this one was moved
 *     from; null: they are not accepted
 */
@RecordBuilder
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
    @Nullable String v1TokenSecret)
    implements ServerSecurityBuilder.With {

  private static final String ONE_YEAR = "max-age=31536000";

  public static final ServerSecurity DEVELOPMENT =
      ServerSecurityBuilder.builder()
          .publishesApiDocs(true)
          .connectionsPerAddress(1_000)
          .roles(RolePermissions.BUILT_IN)
          .sessionCookie(SessionCookieName.PLAIN)
          .costlyRequestsPerMinute(0)
          .cartChangesPerMinute(0)
          .uploads(UploadRules.DEVELOPMENT)
          .build();

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
}
