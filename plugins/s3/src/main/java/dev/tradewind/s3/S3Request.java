package dev.tradewind.s3;

import dev.tradewind.spi.RequestUrl;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.util.Map;

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

  /** Percent-encoded as SigV4 signs it. */
  RequestUrl url(S3Settings settings) {
    URI endpoint = settings.endpoint();
    String host = settings.hasPathStyle() ? "" : bucket + ".";
    String authority =
        host + endpoint.getHost() + (endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort());
    RequestUrl url = RequestUrl.of(endpoint.getScheme() + "://" + authority);
    if (settings.hasPathStyle()) {
      url = url.with(bucket);
    }
    if (!key.isEmpty()) {
      url = url.with(key.split("/", -1));
    }
    for (Map.Entry<String, String> parameter : query.entrySet()) {
      url = url.withParameter(parameter.getKey(), parameter.getValue());
    }
    return url;
  }
}
