package dev.tradewind.s3;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.file.FileObject;
import dev.tradewind.spi.testing.GeneratedContent;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.streams.ReadStream;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The S3 storage against two servers. */
class S3FileStorageIT {

  private static final Map<S3Server.Kind, S3Server> SERVERS = new EnumMap<>(S3Server.Kind.class);
  private static Vertx vertx;

  @TempDir private static Path folder;

  @BeforeAll
  static void start() throws Exception {
    vertx = Vertx.vertx();
    for (S3Server.Kind kind : S3Server.Kind.values()) {
      S3Server server = S3Server.start(kind, folder);
      SERVERS.put(kind, server);
      for (String bucket : List.of(server.settings.bucket(), server.settings.privateBucket())) {
        await(client(kind).send(S3Request.of(HttpMethod.PUT, bucket, "")));
      }
    }
  }

  @AfterAll
  static void stop() throws Exception {
    for (S3Server server : SERVERS.values()) {
      server.close();
    }
    await(vertx.close());
  }

  private static S3Client client(S3Server.Kind kind) {
    return new S3Client(vertx, SERVERS.get(kind).settings);
  }

  private static S3FileStorage storage(S3Server.Kind kind) {
    return new S3FileStorage(vertx, SERVERS.get(kind).settings);
  }

  private static FileObject file(String key, boolean isPublic, long size) {
    return new FileObject(key, "name.csv", "text/csv", isPublic, size);
  }

  /** Runs work on one context, as a verticle does. */
  private static <T> Future<T> on(Vertx instance, Supplier<Future<T>> work) {
    return Future.future(done -> instance.runOnContext(run -> work.get().onComplete(done)));
  }

  private static void write(S3Server.Kind kind, FileObject file) {
    S3FileStorage storage = storage(kind);
    GeneratedContent content =
        new GeneratedContent(vertx, file.size(), GeneratedContent.End.COMPLETE);
    await(on(vertx, () -> storage.write(file, content)));
  }

  private static Buffer read(S3Server.Kind kind, FileObject file, long offset, long length) {
    S3FileStorage storage = storage(kind);
    return await(
        on(vertx, () -> storage.read(file, offset, length).compose(S3FileStorageIT::whole)));
  }

  private static Future<Buffer> whole(ReadStream<Buffer> content) {
    Future<Buffer> whole =
        content.collect(Collector.of(Buffer::buffer, Buffer::appendBuffer, Buffer::appendBuffer));
    content.resume();
    return whole;
  }

  private static int status(S3Server.Kind kind, String bucket, String key) {
    return await(
        client(kind)
            .send(S3Request.of(HttpMethod.GET, bucket, key))
            .transform(sent -> Future.succeededFuture(sent.succeeded() ? 200 : 404)));
  }

  @ParameterizedTest
  @EnumSource
  void contentOfOnePartIsStoredInItsBucket(S3Server.Kind kind) {
    S3Settings settings = SERVERS.get(kind).settings;
    FileObject shown = file("a public one.csv", true, 1_000);
    FileObject hidden = file("exports/orders/h\u00fc+1.csv", false, 0);
    write(kind, shown);
    write(kind, hidden);

    assertThat(read(kind, shown, 0, 1_000)).isEqualTo(GeneratedContent.content(0, 1_000));
    assertThat(read(kind, shown, 10, 5)).isEqualTo(GeneratedContent.content(10, 5));
    assertThat(status(kind, settings.bucket(), shown.key())).isEqualTo(200);
    assertThat(status(kind, settings.privateBucket(), shown.key())).isEqualTo(404);
    assertThat(status(kind, settings.privateBucket(), hidden.key())).isEqualTo(200);
    assertThat(status(kind, settings.bucket(), hidden.key())).isEqualTo(404);
  }

  @ParameterizedTest
  @EnumSource
  void contentOfSeveralPartsIsReadByRanges(S3Server.Kind kind) {
    long size = 2L * S3FileStorage.PART + 12_345;
    FileObject file = file("large.csv", false, size);
    write(kind, file);
    write(kind, file);

    assertThat(read(kind, file, 0, size)).isEqualTo(GeneratedContent.content(0, (int) size));
    assertThat(read(kind, file, S3FileStorage.PART - 3, 10))
        .isEqualTo(GeneratedContent.content(S3FileStorage.PART - 3, 10));
  }

  @ParameterizedTest
  @EnumSource
  void deletionIsIdempotent(S3Server.Kind kind) {
    FileObject file = file("gone.csv", false, 10);
    write(kind, file);

    await(storage(kind).delete(file));
    await(storage(kind).delete(file));

    assertThat(status(kind, SERVERS.get(kind).settings.privateBucket(), file.key())).isEqualTo(404);
  }

  @ParameterizedTest
  @EnumSource
  void aPresignedLinkNeedsNoCredentials(S3Server.Kind kind) throws Exception {
    FileObject file = file("exports/link 1.csv", false, 100);
    write(kind, file);
    String link = storage(kind).downloadUrl(file, Duration.ofMinutes(5)).orElseThrow();

    HttpResponse<byte[]> answer = get(link);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(GeneratedContent.content(0, 100).getBytes());
    if (kind == S3Server.Kind.S3PROXY) {
      assertThat(answer.headers().firstValue("content-disposition"))
          .contains("attachment; filename=\"name.csv\"");
    }
  }

  @Test
  void aPresignedLinkIsValidForItsFileOnly() throws Exception {
    FileObject file = file("secret-1.csv", false, 100);
    write(S3Server.Kind.S3PROXY, file);
    write(S3Server.Kind.S3PROXY, file("secret-2.csv", false, 100));
    String link =
        storage(S3Server.Kind.S3PROXY).downloadUrl(file, Duration.ofMinutes(5)).orElseThrow();

    assertThat(get(link.replace("secret-1", "secret-2")).statusCode()).isEqualTo(403);
    assertThat(get(link.substring(0, link.indexOf('?'))).statusCode()).isEqualTo(403);
  }

  private static HttpResponse<byte[]> get(String url) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
          HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofByteArray());
    }
  }

  @Test
  void anUploadWhoseSourceFailsIsAborted() {
    FileObject file = file("aborted.csv", false, 3L * S3FileStorage.PART);
    GeneratedContent content =
        new GeneratedContent(vertx, 2L * S3FileStorage.PART + 100, GeneratedContent.End.FAILURE);

    Throwable failure =
        failure(on(vertx, () -> storage(S3Server.Kind.S3PROXY).write(file, content)));

    assertThat(failure).hasMessage("The source failed");
    assertNothingIsVisible(file);
    assertThat(uploads()).doesNotContain("<Key>aborted.csv</Key>");
  }

  @Test
  void contentOfAnotherSizeIsRefused() {
    FileObject file = file("short.csv", false, 3L * S3FileStorage.PART);
    GeneratedContent content =
        new GeneratedContent(vertx, 2L * S3FileStorage.PART, GeneratedContent.End.COMPLETE);

    assertThat(failure(on(vertx, () -> storage(S3Server.Kind.S3PROXY).write(file, content))))
        .hasMessageContaining("bytes instead of");
    assertNothingIsVisible(file);
    assertThat(uploads()).doesNotContain("<Key>short.csv</Key>");
  }

  @Test
  void aWriterThatDiesBetweenPartsLeavesNothingVisible() {
    FileObject file = file("resumed.csv", false, 3L * S3FileStorage.PART);
    Vertx dying = Vertx.vertx();
    S3FileStorage storage = new S3FileStorage(dying, SERVERS.get(S3Server.Kind.S3PROXY).settings);
    GeneratedContent content =
        new GeneratedContent(dying, 2L * S3FileStorage.PART, GeneratedContent.End.SILENCE);
    Future<Void> writing = on(dying, () -> storage.write(file, content));
    while (!uploads().contains("<Key>resumed.csv</Key>")) {
      Thread.onSpinWait();
    }
    assertThat(writing.isComplete()).isFalse();
    await(dying.close());

    assertNothingIsVisible(file);
    write(S3Server.Kind.S3PROXY, file);

    assertThat(read(S3Server.Kind.S3PROXY, file, 0, 100))
        .isEqualTo(GeneratedContent.content(0, 100));
  }

  private static void assertNothingIsVisible(FileObject file) {
    S3Settings settings = SERVERS.get(S3Server.Kind.S3PROXY).settings;
    assertThat(status(S3Server.Kind.S3PROXY, settings.privateBucket(), file.key())).isEqualTo(404);
  }

  /** Uploads that are neither complete nor aborted. */
  private static String uploads() {
    S3Settings settings = SERVERS.get(S3Server.Kind.S3PROXY).settings;
    return await(
            client(S3Server.Kind.S3PROXY)
                .send(
                    S3Request.of(HttpMethod.GET, settings.privateBucket(), "")
                        .withQuery(Map.of("uploads", ""))))
        .body()
        .toString();
  }

  @Test
  void aFileOf200MegabytesPassesThroughAHeapOf64() throws Exception {
    S3Settings settings = SERVERS.get(S3Server.Kind.S3PROXY).settings;
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:MaxDirectMemorySize=32m",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                LargeFile.class.getName(),
                settings.endpoint().toString(),
                S3Server.ACCESS_KEY,
                S3Server.SECRET_KEY)
            .redirectErrorStream(true)
            .redirectOutput(new File(folder.toFile(), "large.log"))
            .start();

    try {
      assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }

    assertThat(new File(folder.toFile(), "large.log"))
        .content(StandardCharsets.UTF_8)
        .contains("checksum " + LargeFile.expected());
  }
}
