package dev.tradewind.s3;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Request about an object.
 *
 * @param query parameters, without a value where it is empty
 * @param body the whole body
 */
record S3Request(
    HttpMethod method,
    String bucket,
    String key,
    Map<String, String> query,
    Map<String, String> headers,
    Buffer body) {

  static S3Request of(HttpMethod method, String bucket, String key) {
    return new S3Request(method, bucket, key, Map.of(), Map.of(), Buffer.buffer());
  }

  S3Request withQuery(Map<String, String> parameters) {
    return new S3Request(method, bucket, key, parameters, headers, body);
  }

  S3Request withHeaders(Map<String, String> values) {
    return new S3Request(method, bucket, key, query, values, body);
  }

  S3Request withBody(Buffer content) {
    return new S3Request(method, bucket, key, query, headers, content);
  }

  URI uri(S3Settings settings) {
    URI endpoint = settings.endpoint();
    String host = settings.hasPathStyle() ? "" : bucket + ".";
    String path = settings.hasPathStyle() ? "/" + bucket : "";
    String authority =
        host + endpoint.getHost() + (endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort());
    String parameters =
        query.entrySet().stream()
            .map(each -> encode(each.getKey()) + "=" + encode(each.getValue()))
            .collect(Collectors.joining("&"));
    return URI.create(
        endpoint.getScheme()
            + "://"
            + authority
            + path
            + "/"
            + encode(key).replace("%2F", "/")
            + (parameters.isEmpty() ? "" : "?" + parameters));
  }

  /** Percent-encoding of SigV4: all but unreserved characters. */
  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }
}
