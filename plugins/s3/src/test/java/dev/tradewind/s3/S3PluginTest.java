package dev.tradewind.s3;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.providers.plugin.PluginHost;
import dev.tradewind.providers.plugin.Plugins;
import dev.tradewind.spi.file.FileObject;
import dev.tradewind.spi.file.FileStorage;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class S3PluginTest {

  private final Vertx vertx = Vertx.vertx();
  private boolean isProduction;
  private final Map<String, String> given =
      new HashMap<>(
          Map.of(
              S3Settings.BUCKET, "shop-public",
              S3Settings.PRIVATE_BUCKET, "shop-private",
              S3Settings.ACCESS_KEY, "access",
              S3Settings.SECRET_KEY, "secret"));

  @AfterEach
  void close() {
    vertx.close();
  }

  private Future<Plugins> started() {
    return Plugins.start(
        List.of(new S3Plugin()),
        new PluginHost(
            vertx,
            new SimpleMeterRegistry(),
            Clock.systemUTC(),
            isProduction,
            "http://localhost:9000",
            given));
  }

  @Test
  void withoutSettingsFilesStayInTheDatabase() {
    given.clear();
    given.put(S3Settings.REGION, "eu-west-1");

    assertThat(started().result().providers().fileStorage()).isNull();
  }

  @Test
  void changedKeysInFilesSignWithoutARestart(@TempDir Path folder) throws IOException {
    given.keySet().removeAll(List.of(S3Settings.ACCESS_KEY, S3Settings.SECRET_KEY));
    Path accessKey = Files.writeString(folder.resolve("access"), "former");
    Path secretKey = Files.writeString(folder.resolve("secret"), "hush");
    given.put(S3Settings.ACCESS_KEY + "_FILE", accessKey.toString());
    given.put(S3Settings.SECRET_KEY + "_FILE", secretKey.toString());
    Plugins plugins = started().result();
    FileStorage storage = plugins.providers().fileStorage();
    assertThat(url(storage)).contains("X-Amz-Credential=former%2F");

    Files.writeString(accessKey, "present");
    await(plugins.readingSecrets(vertx).work().get());

    assertThat(url(storage)).contains("X-Amz-Credential=present%2F");
  }

  private static String url(FileStorage storage) {
    return storage
        .downloadUrl(new FileObject("a", "a.csv", "text/csv", false, 1), Duration.ofMinutes(1))
        .orElseThrow();
  }

  @Test
  void theEndpointFollowsTheRegion() {
    given.put(S3Settings.REGION, "eu-west-1");

    FileStorage storage = started().result().providers().fileStorage();

    assertThat(url(storage)).startsWith("https://shop-private.s3.eu-west-1.amazonaws.com/a?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        S3Settings.BUCKET,
        S3Settings.PRIVATE_BUCKET,
        S3Settings.ACCESS_KEY,
        S3Settings.SECRET_KEY
      })
  void aMissingSettingIsNamed(String missing) {
    given.remove(missing);

    assertThatThrownBy(this::refused)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(missing);
  }

  @ParameterizedTest
  @CsvSource({
    "TRADEWIND_S3_ENDPOINT, minio:9000",
    "TRADEWIND_S3_ENDPOINT, http://host/bucket",
    "TRADEWIND_S3_BUCKET, Shop",
    "TRADEWIND_S3_PATH_STYLE, yes"
  })
  void aMalformedSettingIsNamed(String malformed, String value) {
    given.put(malformed, value);

    assertThatThrownBy(this::refused)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(malformed);
  }

  @ParameterizedTest
  @CsvSource({
    "http://minio:9000, false, false",
    "http://minio:9000, true, true",
    "http://127.0.0.1:9000, false, true",
    "https://minio:9000, false, true"
  })
  void productionNeedsTlsToAStoreBeyondThisMachine(
      String endpoint, String plainText, boolean isAdmitted) {
    isProduction = true;
    given.put(S3Settings.ENDPOINT, endpoint);
    given.put(S3Settings.PLAIN_TEXT, plainText);

    assertThat(started().succeeded()).isEqualTo(isAdmitted);
  }

  private void refused() throws Throwable {
    throw started().cause();
  }
}
