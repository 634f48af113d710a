package dev.tradewind.gateway.http;

import dev.tradewind.kernel.Sha256;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** Strong entity tags and the condition {@code If-None-Match} (RFC 9110, section 13.1.2). */
public final class EntityTags {

  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();
  private static final int BYTES = 16;

  private EntityTags() {}

  /** Digest of a content for its tags: the same on every node. */
  static String digest(byte[] content) {
    return TEXT.encodeToString(Arrays.copyOf(Sha256.digest(content), BYTES));
  }

  /**
   * Whether the client has one of the representations with these tags. Tags are compared without
   * their weakness, because a proxy that changes the coding makes strong ones weak.
   */
  public static boolean areKnown(HttpServerRequest request, String... tags) {
    List<String> wanted = Arrays.asList(tags);
    return request.headers().getAll(HttpHeaders.IF_NONE_MATCH).stream()
        .flatMap(list -> Arrays.stream(list.split(",", -1)))
        .map(tag -> tag.strip().replaceFirst("^W/", ""))
        .anyMatch(tag -> tag.equals("*") || wanted.contains(tag));
  }
}
