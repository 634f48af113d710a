package dev.tradewind.gateway.management;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * Access to the routes of the management port that need its token, which a request has as {@code
 * Authorization: Bearer}. The file of the token is read at every request, so that a new token needs
 * no restart.
 */
public final class ManagementAccess {

  private static final String BEARER = "Bearer ";

  private final Vertx vertx;
  private final Path file;

  public ManagementAccess(Vertx vertx, Path file) {
    this.vertx = vertx;
    this.file = file;
  }

  /** Fails with 401 unless the request has the token. */
  public Future<Void> check(RoutingContext context) {
    String authorization = context.request().getHeader(HttpHeaders.AUTHORIZATION);
    return vertx
        .executeBlocking(() -> Files.readString(file).strip())
        .compose(token -> {
          if (isEqual(token, authorization)) {
            return Future.succeededFuture();
          }
          return Future.failedFuture(Problem.unauthorized());
        });
  }

  /** Compares in constant time, so that the time of the answer tells nothing about the token. */
  private static boolean isEqual(String token, @Nullable String authorization) {
    return !token.isEmpty()
        && authorization != null
        && MessageDigest.isEqual(
            (BEARER + token).getBytes(StandardCharsets.UTF_8),
            authorization.getBytes(StandardCharsets.UTF_8));
  }
}
