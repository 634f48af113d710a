package dev.tradewind.gateway.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.List;

/** Strong entity tags and the condition {@code If-None-Match} (RFC 9110, section 13.1.2). */
public final class EntityTags {

  private EntityTags() {}

  /** Tag of a content in a coding: that of the content with the name of the coding. */
  static String inCoding(String tag, String coding) {
    return tag.substring(0, tag.length() - 1) + "-" + coding + "\"";
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
