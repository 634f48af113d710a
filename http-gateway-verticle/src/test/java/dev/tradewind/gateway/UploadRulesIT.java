package dev.tradewind.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.api.batch.FileOperation;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.gateway.config.UploadRules;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import io.vertx.junit5.VertxExtension;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Uploads of content that is not what it claims to be, or infected. */
@ExtendWith(VertxExtension.class)
class UploadRulesIT {

  private static final String OK = "a harmless text ".repeat(1_000);

  private final List<String> stored = Collections.synchronizedList(new ArrayList<>());
  private final List<String> abandoned = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void forget() {
    stored.clear();
    abandoned.clear();
  }

  private RunningGateway gateway(boolean knownTypesOnly, @Nullable SocketAddress scanner) {
    RunningGateway gateway =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withSecurity(
                    ServerSecurity.DEVELOPMENT.withUploads(
                        new UploadRules(knownTypesOnly, scanner))));
    new FakeCustomers().serve(gateway);
    gateway.serve(
        OperationClient.internalAddress(FileClient.ADDRESS),
        new Operations()
            .on(
                FileOperation.BEGIN_FILE,
                request ->
                    Future.succeededFuture(
                        Reply.ok(
                            new JsonObject()
                                .put("key", request.input().getString("name"))
                                .put("writer", "writer"))))
            .on(
                FileOperation.APPEND_FILE,
                request -> {
                  stored.add(request.attachment().toString());
                  return Future.succeededFuture(Reply.ok(new JsonObject()));
                })
            .on(
                FileOperation.ABANDON_FILE,
                request -> {
                  abandoned.add(request.input().getString("key"));
                  return Future.succeededFuture(Reply.ok(new JsonObject()));
                }));
    gateway.serve(
        FileClient.ADDRESS,
        new Operations()
            .on(
                "adminCreateUpload",
                request -> Future.succeededFuture(Reply.ok(request.body().copy()))));
    return gateway;
  }

  private static Http.Answer upload(
      RunningGateway gateway, String name, String type, String content) {
    String part =
        "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"%s\"\r\n".formatted(name)
            + "Content-Type: "
            + type
            + "\r\n\r\n"
            + content
            + "\r\n--b--\r\n";
    return gateway.http.send(
        "POST /admin/uploads HTTP/1.1",
        String.join(
            "\r\n",
            "x-medusa-access-token: opensesame",
            "Content-Type: multipart/form-data; boundary=b",
            ""),
        part);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.png  | image/png                | MZ this is a program                  | 400",
        "a.exe  | image/png                | \u0089PNG                             | 400",
        "a.exe  | application/octet-stream | MZ this is a program                  | 400",
        "a      | text/plain               | no extension                          | 400",
        "a.html | text/html                | <html>                                | 400",
        "a.png  | text/html                | <html>                                | 400",
        "a.gif  | image/png                | GIF89a and more bytes                 | 400",
        "a.png  | image/gif                | GIF89a and more bytes                 | 400",
        "a.gif  | application/octet-stream | MZ this is a program                  | 400",
        "a.jpg  | image/jpeg               | GIF89a and more bytes                 | 400",
        "a.svg  | image/svg+xml            | <html><svg>                           | 400",
        "a.svg  | image/svg+xml            | no picture                            | 400",
        "a.zip  | application/zip          | MZ this is a program                  | 400",
        "a.json | application/json         | MZ this is a program                  | 400",
        "a.csv  | text/csv                 | MZ\u0001\u0000\u0003 and more         | 400",
        "a.csv.exe | text/csv              | a;b                                   | 400",
        "a.gif  | image/gif                | GIF89a and more bytes                 | 200",
        "A.GIF  | IMAGE/GIF; x=y           | GIF87a and more bytes                 | 200",
        "a.gif  | application/octet-stream | GIF89a and more bytes                 | 200",
        "a.pdf  | application/pdf          | %PDF-1.7 and more                     | 200",
        "a.svg  | image/svg+xml            | <?xml version='1.0'?><svg/>           | 200",
        "a.csv  | text/csv                 | a;b                                   | 200",
        "a.csv  | application/vnd.ms-excel | a;b                                   | 200",
        "a.json | application/json         | {}                                    | 200",
        "a.txt  | text/plain; charset=utf-8 | gr\u00fc\u00dfe                      | 200",
      })
  void extensionTypeAndContentBelongTogether(String name, String type, String content, int status) {
    try (RunningGateway gateway = gateway(true, null)) {
      Http.Answer answer = upload(gateway, name, type, content);

      assertThat(answer.status()).as(answer.body()).isEqualTo(status);
      assertThat(stored).hasSize(status == 200 ? 1 : 0);
    }
  }

  @Test
  void aProgramBehindALongTextIsRefused() {
    try (RunningGateway gateway = gateway(true, null)) {
      Http.Answer answer = upload(gateway, "a.csv", "text/csv", OK.repeat(20) + "\u0000\u0001MZ");

      assertThat(answer.status()).as(answer.body()).isEqualTo(400);
      assertThat(abandoned).containsExactly("a.csv");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void infectedFilesAreRefused(boolean byUnixSocket, Vertx vertx, @TempDir Path folder) {
    SocketAddress listening =
        byUnixSocket
            ? SocketAddress.domainSocketAddress(folder.resolve("clamd").toString())
            : SocketAddress.inetSocketAddress(0, "127.0.0.1");
    try (FakeScanner scanner = new FakeScanner(vertx, listening);
        RunningGateway gateway = gateway(false, scanner.address)) {
      String infected = OK.repeat(40) + "EICAR" + OK;

      Http.Answer refused = upload(gateway, "a.txt", "text/plain", infected);
      Http.Answer accepted = upload(gateway, "b.txt", "text/plain", OK.repeat(40));
      Http.Answer empty = upload(gateway, "c.txt", "text/plain", "");

      assertThat(refused.status()).as(refused.body()).isEqualTo(400);
      assertThat(refused.json().getString("message")).isEqualTo("The file contains malware");
      assertThat(accepted.status()).as(accepted.body()).isEqualTo(200);
      assertThat(empty.status()).as(empty.body()).isEqualTo(200);
      assertThat(abandoned).containsExactly("a.txt");
      assertThat(scanner.scanned).containsExactly(infected, OK.repeat(40), "");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"CRASH", "TOO LARGE"})
  void aFileWithoutAVerdictIsRefused(String content, Vertx vertx) {
    try (FakeScanner scanner =
            new FakeScanner(vertx, SocketAddress.inetSocketAddress(0, "127.0.0.1"));
        RunningGateway gateway = gateway(false, scanner.address)) {
      Http.Answer answer = upload(gateway, "a.txt", "text/plain", content);

      assertThat(answer.status()).as(answer.body()).isEqualTo(503);
      assertThat(abandoned).containsExactly("a.txt");
    }
  }

  @Test
  void withoutItsScannerNoFileIsAccepted(Vertx vertx) {
    SocketAddress gone;
    try (FakeScanner scanner =
        new FakeScanner(vertx, SocketAddress.inetSocketAddress(0, "127.0.0.1"))) {
      gone = scanner.address;
    }
    try (RunningGateway gateway = gateway(false, gone)) {
      Http.Answer answer = upload(gateway, "a.txt", "text/plain", OK);

      assertThat(answer.status()).as(answer.body()).isEqualTo(503);
      assertThat(answer.json().getString("message"))
          .isEqualTo("The malware scanner is not available. Please retry.");
      assertThat(stored).isEmpty();
    }
  }
}
