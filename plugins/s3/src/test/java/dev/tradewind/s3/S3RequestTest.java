package dev.tradewind.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class S3RequestTest {

  private static S3Settings settings(String endpoint, boolean hasPathStyle) {
    return new S3Settings(
        URI.create(endpoint),
        "eu-central-1",
        "public",
        "private",
        S3Server.keys("access", "hush"),
        hasPathStyle);
  }

  @ParameterizedTest
  @CsvSource({
    "https://s3.eu-central-1.amazonaws.com, false, https://private.s3.eu-central-1.amazonaws.com/",
    "http://minio:9000, true, http://minio:9000/private/",
    "http://minio:9000, false, http://private.minio:9000/"
  })
  void theBucketIsInTheHostOrInThePath(String endpoint, boolean hasPathStyle, String base) {
    S3Request request = S3Request.of(HttpMethod.GET, "private", "exports/a b*~\u00e4+.csv");

    assertThat(request.url(settings(endpoint, hasPathStyle)))
        .hasToString(base + "exports/a%20b%2A~%C3%A4%2B.csv");
    assertThat(request.withQuery(Map.of("uploads", "")).url(settings(endpoint, hasPathStyle)))
        .hasToString(base + "exports/a%20b%2A~%C3%A4%2B.csv?uploads=");
  }

  @Test
  void theSecretStaysOutOfLogs() {
    assertThat(settings("https://s3.example", false).toString())
        .doesNotContain("hush")
        .doesNotContain("access");
  }
}
