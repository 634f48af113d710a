package dev.tradewind.launcher.cli;

import dev.tradewind.launcher.config.CliException;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** HTTP client of the admin API of a running shop. */
public final class AdminApiClient {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int MAX_ATTEMPTS = 10;
  private static final long PAUSE_MILLIS = 500;

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final String server;
  private final String baseUrl;
  private final LongConsumer pause;
  private String header = "";
  private String credential = "";

  AdminApiClient(String baseUrl) {
    this(baseUrl, AdminApiClient::pause);
  }

  /**
   * @param pause waits that many milliseconds
   */
  AdminApiClient(String baseUrl, LongConsumer pause) {
    this("The shop at " + baseUrl, baseUrl, pause);
  }

  private AdminApiClient(String server, String baseUrl, LongConsumer pause) {
    this.server = server;
    this.baseUrl = baseUrl;
    this.pause = pause;
  }

  /** Client of the management port of a node. */
  static AdminApiClient ofManagementPort(String baseUrl) {
    return new AdminApiClient("The management port " + baseUrl, baseUrl, AdminApiClient::pause);
  }

  void authenticate(String name, String value) {
    header = name;
    credential = value;
  }

  void logIn(String email, String password) {
    JsonObject answer =
        post("/admin/auth/token", new JsonObject().put("email", email).put("password", password));
    authenticate("authorization", "Bearer " + answer.getString("access_token"));
  }

  /** Retries for a while if the shop is unavailable: a job outlives an outage. */
  public JsonObject get(String path) {
    for (int attempt = 1; ; attempt++) {
      try {
        return send(request(path).GET(), path);
      } catch (CliException failure) {
        if (attempt == MAX_ATTEMPTS || !(failure.getCause() instanceof IOException)) {
          throw failure;
        }
        pause.accept(PAUSE_MILLIS * attempt);
      }
    }
  }

  public JsonObject post(String path, @Nullable JsonObject body) {
    return send(json(path, body).POST(publisher(body)), path);
  }

  /** Puts what the server answers without a body. */
  void put(String path, JsonObject body) {
    exchange(json(path, body).PUT(publisher(body)), path);
  }

  public void delete(String path, @Nullable JsonObject body) {
    send(json(path, body).method("DELETE", publisher(body)), path);
  }

  /** Uploads a protected file of any size and returns its key. */
  String upload(Path file) {
    String boundary = "tradewind-" + UUID.randomUUID();
    String head =
        "--%s\r\nContent-Disposition: form-data; name=\"files\"; filename=\"%s\"\r\n"
                .formatted(boundary, file.getFileName().toString().replace('"', '_'))
            + "Content-Type: text/csv\r\n\r\n";
    try {
      BodyPublisher form =
          BodyPublishers.concat(
              BodyPublishers.ofString(head),
              BodyPublishers.ofFile(file),
              BodyPublishers.ofString("\r\n--" + boundary + "--\r\n"));
      String path = "/admin/uploads/protected";
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(baseUrl + path))
              .header("content-type", "multipart/form-data; boundary=" + boundary);
      return send(signed(request).POST(form), path)
          .getJsonArray("uploads")
          .getJsonObject(0)
          .getString("key");
    } catch (IOException unreadable) {
      throw new CliException("The file " + file + " cannot be read.", unreadable);
    }
  }

  /** Downloads the file of a link; the target appears once it is complete. */
  void download(String url, Path target) {
    try {
      Path folder = target.toAbsolutePath().getParent();
      Path part = Files.createTempFile(folder, target.getFileName().toString(), ".part");
      try {
        HttpResponse<Path> response =
            http.send(
                HttpRequest.newBuilder(URI.create(url)).GET().build(), BodyHandlers.ofFile(part));
        if (response.statusCode() != 200) {
          throw new CliException("The shop answered " + response.statusCode() + " to " + url);
        }
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException failure) {
      throw new CliException(
          "The file " + target + " was not written: " + failure.getMessage(), failure);
    } catch (InterruptedException interrupted) {
      throw interrupted(interrupted);
    }
  }

  private HttpRequest.Builder request(String path) {
    return signed(HttpRequest.newBuilder(URI.create(baseUrl + path)).timeout(TIMEOUT));
  }

  private HttpRequest.Builder json(String path, @Nullable JsonObject body) {
    HttpRequest.Builder request = request(path);
    return body == null ? request : request.header("content-type", "application/json");
  }

  private HttpRequest.Builder signed(HttpRequest.Builder request) {
    return header.isEmpty() ? request : request.header(header, credential);
  }

  private static BodyPublisher publisher(@Nullable JsonObject body) {
    return body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.encode());
  }

  private JsonObject send(HttpRequest.Builder request, String path) {
    try {
      return new JsonObject(exchange(request, path));
    } catch (DecodeException other) {
      throw new CliException("The server at " + baseUrl + " is not a shop.", other);
    }
  }

  private String exchange(HttpRequest.Builder request, String path) {
    try {
      HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
      if (response.statusCode() >= 400) {
        throw new CliException(refusal(path, response));
      }
      return response.body();
    } catch (IOException unreachable) {
      throw new CliException(server + " does not answer.", unreachable);
    } catch (InterruptedException interrupted) {
      throw interrupted(interrupted);
    }
  }

  private static String refusal(String path, HttpResponse<String> response) {
    try {
      return new JsonObject(response.body()).getString("message")
          + " ("
          + response.statusCode()
          + " from "
          + path
          + ")";
    } catch (DecodeException notJson) {
      return "The shop answered " + response.statusCode() + " to " + path + ".";
    }
  }

  static void pause(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException interrupted) {
      throw interrupted(interrupted);
    }
  }

  private static CliException interrupted(InterruptedException interrupted) {
    Thread.currentThread().interrupt();
    return new CliException("Interrupted.", interrupted);
  }
}
