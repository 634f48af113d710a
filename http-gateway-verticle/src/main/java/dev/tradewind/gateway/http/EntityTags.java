package dev.tradewind.gateway.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Strong entity tags and the condition {@code If-None-Match} (RFC 9110, section 13.1.2). */
public final class EntityTags {

  private EntityTags() {}

  /** Tag of a content in a coding: the tag of the content with the name of the coding. */
  static String in(Optional<ContentCoding> coding, String tag) {
    return coding.map(one -> tag.substring(0, tag.length() - 1) + ending(one)).orElse(tag);
  }

  /** Tags of the contents of which the client has the form in that coding. */
  static Stream<String> knownIn(Optional<ContentCoding> coding, HttpServerRequest request) {
    Stream<String> known = known(request);
    return coding
        .map(one ->
            known
                .filter(tag -> tag.endsWith(ending(one)))
                .map(tag -> tag.substring(0, tag.length() - ending(one).length()) + '"'))
        .orElse(known);
  }

  private static String ending(ContentCoding coding) {
    return "-" + coding.label() + '"';
  }

  /**
   * Whether the client has one of the representations with these tags. Tags are compared without
   * their weakness, because a proxy that changes the coding makes strong ones weak.
   */
  public static boolean areKnown(HttpServerRequest request, String... tags) {
    List<String> requested = Arrays.asList(tags);
    return known(request).anyMatch(tag -> tag.equals("*") || requested.contains(tag));
  }

  private static Stream<String> known(HttpServerRequest request) {
    return request.headers().getAll(HttpHeaders.IF_NONE_MATCH).stream()
        .flatMap(list -> Arrays.stream(list.split(",", -1)))
        .map(tag -> {
          String strict = tag.strip();
          return strict.startsWith("W/") ? strict.substring(2) : strict;
        });
  }
}
