package dev.tradewind.gateway;

import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.api.batch.FileOperation;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Streaming uploads into the file store. */
class UploadIT {

  private static final long LIMIT = 1024 * 1024;
  private static final String STAFF = "x-medusa-access-token: opensesame\r\n";

  private static final Map<String, List<Integer>> CHUNKS =
      Collections.synchronizedMap(new TreeMap<>());
  private static final List<String> ABANDONED = Collections.synchronizedList(new ArrayList<>());
  private static final Set<String> UNDER_WAY = ConcurrentHashMap.newKeySet();
  private static RunningGateway gateway;

  @BeforeAll
  static void start() {
    gateway = new RunningGateway(GatewayConfig.of("127.0.0.1", 0).withUploadLimit(LIMIT));
    new FakeCustomers().serve(gateway);
    gateway.serve(
        OperationClient.internalAddress(FileClient.ADDRESS),
        new Operations()
            .on(FileOperation.BEGIN_FILE, UploadIT::begin)
            .on(FileOperation.APPEND_FILE, UploadIT::append)
            .on(
                FileOperation.ABANDON_FILE,
                request -> {
                  ABANDONED.add(request.input().getString("key"));
                  return Future.succeededFuture(Reply.ok(new JsonObject()));
                })
            .on(FileOperation.OPEN_FILE, UploadIT::open)
            .on(FileOperation.READ_FILE, UploadIT::read));
    gateway.serve(
        FileClient.ADDRESS,
        new Operations()
            .on(
                "adminCreateUpload",
                request -> Future.succeededFuture(Reply.ok(request.body().copy()))));
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @BeforeEach
  void forget() {
    CHUNKS.clear();
    UNDER_WAY.clear();
    ABANDONED.clear();
  }

  private static Future<Reply> begin(Request request) {
    String name = request.input().getString("name");
    if (name.equals("no-room.csv")) {
      return Future.failedFuture(Problem.tooLarge("No room for a file"));
    }
    CHUNKS.put(name, Collections.synchronizedList(new ArrayList<>()));
    return Future.succeededFuture(
        Reply.ok(new JsonObject().put("key", name).put("writer", "writer")));
  }

  private static Future<Reply> append(Request request) {
    String key = request.input().getString("key");
    if (key.equals("full.csv")) {
      return Future.failedFuture(Problem.tooLarge("No room for bytes"));
    }
    assertThat(UNDER_WAY.add(key)).as("one chunk of a file at a time").isTrue();
    List<Integer> chunks = CHUNKS.get(key);
    assertThat(request.input().getInteger("number")).isEqualTo(chunks.size());
    return gateway
        .vertx
        .timer(20)
        .map(waited -> {
          chunks.add(request.attachment().length());
          UNDER_WAY.remove(key);
          return Reply.ok(new JsonObject());
        });
  }

  private static Future<Reply> read(Request request) {
    return request.input().getString("key").equals("unavailable")
        ? Future.failedFuture(Problem.unavailable("The storage is unavailable"))
        : Future.succeededFuture(Reply.bytes(Buffer.buffer("x".repeat(1_000))));
  }

  private static Future<Reply> open(Request request) {
    String signed = request.input().getString("signed");
    // An image of 400 pixels, which has no larger sizes.
    boolean isPublic = signed.equals("public");
    Integer width = request.input().getInteger("width");
    return isPublic || signed.equals("genuine") || signed.equals("unavailable")
        ? Future.succeededFuture(
            Reply.ok(
                new JsonObject()
                    .put("key", signed)
                    .put("name", "a.html")
                    .put("content_type", "text/html")
                    .put("size", 3_000)
                    .put("pieces", 3)
                    .put("is_public", isPublic)
                    .put("width", isPublic && width != null && width > 400 ? null : width)))
        : Future.failedFuture(Problem.notFound("The link is not valid"));
  }

  private static String part(String field, String name, int length) {
    return "--b\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"%s\"\r\n"
            .formatted(field, name)
        + "Content-Type: text/csv\r\n\r\n"
        + "y".repeat(length)
        + "\r\n";
  }

  private static Http.Answer upload(String parts) {
    return gateway.http.send(
        "POST /admin/uploads HTTP/1.1",
        STAFF + "Content-Type: multipart/form-data; boundary=b\r\n",
        parts + "--b--\r\n");
  }

  @ParameterizedTest
  @CsvSource({
    "image/png, MZ this is a program, 400",
    "image/png, \u0089PNG, 400",
    "IMAGE/PNG; charset=utf-8, <script>alert(1)</script>, 400",
    "image/jpeg, GIF89a and more bytes, 400",
    "image/webp, RIFF1234WAVEfmt , 400",
    "application/pdf, <html><body>page, 400",
    "image/gif, GIF89a and more bytes, 200",
    "application/pdf, %PDF-1.7 and more, 200",
    "text/csv, MZ whatever, 200"
  })
  void contentOfAnotherTypeIsRefused(String type, String content, int status) {
    Http.Answer answer =
        upload(
            part("files", "a.bin", 0).replace("text/csv", type).replaceFirst("\r\n$", "")
                + content
                + "\r\n");

    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    if (status == 400) {
      assertThat(answer.json().getString("message"))
          .isEqualTo("The content of a.bin is not of its type");
      assertThat(CHUNKS.get("a.bin")).isEmpty();
      assertThat(ABANDONED).contains("a.bin");
    }
  }

  @Test
  void aBodyThatIsNotAFormIsAClientError() {
    Http.Answer answer =
        gateway.http.send(
            "POST /admin/uploads HTTP/1.1",
            STAFF + "Content-Type: multipart/form-data; boundary=b\r\n",
            "[".repeat(5_000));

    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.json().getString("message"))
        .isEqualTo("The body cannot be read as multipart/form-data");
  }

  @Test
  void filesAreSentInSequentialChunks() {
    Http.Answer answer = upload(part("files", "a.csv", 600_000) + part("files", "b.csv", 10));

    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    JsonArray files = answer.json().getJsonArray("files");
    assertThat(files)
        .extracting(file -> ((JsonObject) file).getString("key"))
        .containsExactly("a.csv", "b.csv");
    assertThat(CHUNKS.get("a.csv"))
        .containsExactly(FileClient.CHUNK, FileClient.CHUNK, 600_000 - 2 * FileClient.CHUNK);
    assertThat(CHUNKS.get("b.csv")).containsExactly(10);
    assertThat(ABANDONED).isEmpty();
  }

  @Test
  void anUploadAboveTheLimitIsRejectedAndDeleted() {
    Http.Answer announced = upload(part("files", "a.csv", 2 * (int) LIMIT));
    assertThat(announced.status()).isEqualTo(413);
    assertThat(CHUNKS).isEmpty();

    Http.Answer justOver = upload(part("files", "a.csv", (int) LIMIT + 1_000));
    assertThat(justOver.status()).isEqualTo(413);
    assertThat(justOver.json().getString("message"))
        .isEqualTo("The files are larger than an upload may be");
    assertThat(ABANDONED).containsExactly("a.csv");
  }

  @Test
  void anUploadWithoutRoomInTheShopIsRejectedAndDeleted() {
    Http.Answer begun = upload(part("files", "a.csv", 10) + part("files", "no-room.csv", 10));
    assertThat(begun.status()).isEqualTo(413);
    assertThat(begun.json().getString("message")).isEqualTo("No room for a file");
    assertThat(ABANDONED).containsExactly("a.csv");

    Http.Answer appended = upload(part("files", "full.csv", 400_000));
    assertThat(appended.status()).isEqualTo(413);
    assertThat(appended.json().getString("message")).isEqualTo("No room for bytes");
    assertThat(ABANDONED).containsExactly("a.csv", "full.csv");
  }

  @Test
  void aFormWithoutFilesOrWithOtherFieldsIsRejected() {
    assertThat(upload("").json().getString("message")).isEqualTo("files should not be empty");
    assertThat(upload(part("images", "a.csv", 300_000)).json().getString("message"))
        .isEqualTo("property images should not exist");
    assertThat(
            upload(
                    part("files", "a.csv", 3)
                        + "--b\r\nContent-Disposition: form-data; name=\"extra\"\r\n\r\n1\r\n")
                .json()
                .getString("message"))
        .isEqualTo("property extra should not exist");
    assertThat(ABANDONED).containsExactly("a.csv");
    assertThat(upload(part("files", "a.csv", 1).repeat(21)).json().getString("message"))
        .isEqualTo("files must contain no more than 20 elements");
  }

  @Test
  void anInterruptedUploadIsDeleted() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.http.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(
          ("POST /admin/uploads HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n"
                  + STAFF
                  + "Content-Type: multipart/form-data; boundary=b\r\n\r\n"
                  + part("files", "half.csv", 400_000))
              .getBytes(StandardCharsets.US_ASCII));
      out.flush();
      until(() -> !CHUNKS.getOrDefault("half.csv", List.of()).isEmpty());
    }
    until(() -> ABANDONED.contains("half.csv"));
  }

  @Test
  void anUnauthenticatedUploadIsRejected() {
    Http.Answer answer =
        gateway.http.send(
            "POST /admin/uploads HTTP/1.1",
            "Content-Type: multipart/form-data; boundary=b\r\n",
            part("files", "a.csv", 300_000) + "--b--\r\n");

    assertThat(answer.status()).isEqualTo(401);
    assertThat(CHUNKS).isEmpty();
  }

  @Test
  void aSizeOfAnImageIsImmutable() {
    Http.Answer answer = gateway.http.get("/files/genuine/640.jpg");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("cache-control")).isEqualTo("public, max-age=31536000, immutable");
    assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
    assertThat(gateway.http.get("/files/genuine").header("cache-control"))
        .isEqualTo("private, max-age=300");
    assertThat(gateway.http.get("/files/genuine/641.jpg").status()).isEqualTo(404);
    assertThat(gateway.http.get("/files/forged/640.jpg").status()).isEqualTo(404);
  }

  @Test
  void aPublicFileIsKeptForEverAndTold304() {
    Http.Answer original = gateway.http.get("/files/public");
    Http.Answer missing = gateway.http.get("/files/public/640.jpg");
    String tag = original.header("etag");
    Http.Answer again =
        gateway.http.send("GET /files/public HTTP/1.1", "If-None-Match: " + tag + "\r\n", "");

    assertThat(original.header("cache-control")).isEqualTo("public, max-age=31536000, immutable");
    assertThat(missing.header("cache-control")).isEqualTo("public, max-age=300");
    assertThat(tag).isEqualTo("\"public\"");
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(again.header("cache-control")).isEqualTo(original.header("cache-control"));
    assertThat(gateway.http.get("/files/genuine").header("cache-control")).startsWith("private");
  }

  @Test
  void aDownloadSendsAllChunksWithASafeMediaType() {
    Http.Answer answer = gateway.http.get("/files/genuine");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("x".repeat(3_000));
    assertThat(answer.header("content-length")).isEqualTo("3000");
    assertThat(answer.header("content-disposition")).isEqualTo("attachment; filename=\"a.html\"");
    assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
    assertThat(answer.header("content-security-policy"))
        .contains("sandbox", "frame-ancestors 'none'");
    assertThat(gateway.http.send("HEAD /files/genuine HTTP/1.1", "", "").header("content-length"))
        .isEqualTo("3000");
    assertThat(gateway.http.get("/files/forged").status()).isEqualTo(404);
  }

  @Test
  void aDownloadWithoutItsStorageIsRefused() {
    Http.Answer answer = gateway.http.get("/files/unavailable");

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.json().getString("message")).isEqualTo("The storage is unavailable");
    assertThat(answer.header("content-disposition")).isEmpty();
  }
}
