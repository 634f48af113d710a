package dev.tradewind.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * HTTP endpoint of a Docker engine. Its containers are services that already run on this machine:
 * it answers as the engine's API does, and maps their ports.
 */
final class FakeDockerEngine implements AutoCloseable {

  private static final Pattern VERSION = Pattern.compile("^/v[0-9.]+");
  private static final Pattern CONTAINER = Pattern.compile("/containers/([^/]+)/?(.*)");
  private static final Pattern IMAGE = Pattern.compile("/images/(.+)/json");
  private static final int STDOUT = 1;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Map<String, Image> images;
  private final Set<String> pulled = ConcurrentHashMap.newKeySet();
  private final Map<String, Container> containers = new ConcurrentHashMap<>();
  private final List<String> calls = new CopyOnWriteArrayList<>();

  /**
   * Service behind the containers of an image.
   *
   * @param containerPort as {@code 5432/tcp}
   * @param hostPort port on which the service listens
   * @param start what the image does with the environment of a new container
   * @param log output after the start
   */
  record Image(
      String containerPort, int hostPort, Consumer<Map<String, String>> start, List<String> log) {}

  /**
   * Container as the client has created it.
   *
   * @param files content of the archive that was copied into it
   */
  record Container(String id, String image, JsonObject request, StringBuffer files) {

    Map<String, String> environment() {
      return request.getJsonArray("Env").stream()
          .map(entry -> ((String) entry).split("=", 2))
          .collect(java.util.stream.Collectors.toMap(entry -> entry[0], entry -> entry[1]));
    }

    List<String> command() {
      return request.getJsonArray("Cmd").stream().map(Object::toString).toList();
    }
  }

  /**
   * @param images by name and tag, as a registry has them
   */
  FakeDockerEngine(Map<String, Image> images) throws IOException {
    this.images = images;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Value of {@code DOCKER_HOST}. */
  String address() {
    return "tcp://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Requests so far: method and path without the API version, with {@code {id}} for containers. */
  List<String> calls() {
    return List.copyOf(calls);
  }

  /** The container of that image. */
  Container container(String image) {
    return containers.values().stream()
        .filter(container -> container.image().equals(image))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No container of " + image + " in " + containers));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String method = exchange.getRequestMethod();
    String path = VERSION.matcher(exchange.getRequestURI().getPath()).replaceFirst("");
    byte[] body = exchange.getRequestBody().readAllBytes();
    Matcher container = CONTAINER.matcher(path);
    Matcher image = IMAGE.matcher(path);
    try (exchange) {
      if (container.matches() && containers.containsKey(container.group(1))) {
        calls.add(method + " /containers/{id}/" + container.group(2));
        ofContainer(
            exchange, containers.get(container.group(1)), method + " " + container.group(2), body);
        return;
      }
      calls.add(method + " " + path);
      if (image.matches()) {
        image(exchange, image.group(1));
        return;
      }
      switch (method + " " + path) {
        case "GET /_ping" ->
            send(exchange, 200, "text/plain", "OK".getBytes(StandardCharsets.UTF_8));
        case "GET /version" ->
            json(
                exchange,
                200,
                new JsonObject()
                    .put("Version", "28.5.1")
                    .put("ApiVersion", "1.51")
                    .put("MinAPIVersion", "1.24")
                    .put("Os", "linux")
                    .put("Arch", "amd64"));
        case "GET /info" ->
            json(
                exchange,
                200,
                new JsonObject()
                    .put("ID", "engine")
                    .put("ServerVersion", "28.5.1")
                    .put("OperatingSystem", "Linux")
                    .put("OSType", "linux")
                    .put("MemTotal", 8_000_000_000L));
        case "GET /images/json" -> json(exchange, 200, new JsonArray());
        case "POST /images/create" -> pull(exchange);
        case "POST /containers/create" -> create(exchange, new JsonObject(text(body)));
        default -> notFound(exchange, "page not found");
      }
    }
  }

  private void image(HttpExchange exchange, String name) throws IOException {
    if (pulled.contains(name)) {
      json(
          exchange,
          200,
          new JsonObject()
              .put("Id", "sha256:" + Integer.toHexString(name.hashCode()))
              .put("RepoTags", new JsonArray().add(name))
              .put("Created", "2026-01-01T00:00:00Z")
              .put("Architecture", "amd64")
              .put("Config", new JsonObject()));
    } else {
      notFound(exchange, "No such image: " + name);
    }
  }

  private void pull(HttpExchange exchange) throws IOException {
    String name = parameter(exchange, "fromImage") + ":" + parameter(exchange, "tag");
    if (images.containsKey(name)) {
      pulled.add(name);
      json(exchange, 200, new JsonObject().put("status", "Download complete").put("id", name));
    } else {
      notFound(exchange, "manifest for " + name + " not found");
    }
  }

  private void create(HttpExchange exchange, JsonObject request) throws IOException {
    String image = request.getString("Image");
    if (!pulled.contains(image)) {
      notFound(exchange, "No such image: " + image);
      return;
    }
    String id = "%064x".formatted(containers.size() + 1);
    containers.put(id, new Container(id, image, request, new StringBuffer()));
    json(exchange, 201, new JsonObject().put("Id", id).put("Warnings", new JsonArray()));
  }

  private void ofContainer(HttpExchange exchange, Container container, String call, byte[] body)
      throws IOException {
    Image image = images.get(container.image());
    switch (call) {
      case "POST start" -> {
        image.start().accept(container.environment());
        exchange.sendResponseHeaders(204, -1);
      }
      case "GET json" -> json(exchange, 200, inspected(container, image));
      case "GET logs" -> log(exchange, image.log());
      case "PUT archive" -> {
        container.files().append(text(body));
        exchange.sendResponseHeaders(200, -1);
      }
      default -> notFound(exchange, "page not found");
    }
  }

  private static JsonObject inspected(Container container, Image image) {
    JsonObject bound =
        new JsonObject()
            .put(
                image.containerPort(),
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("HostIp", "0.0.0.0")
                            .put("HostPort", Integer.toString(image.hostPort()))));
    return new JsonObject()
        .put("Id", container.id())
        .put("Name", "/" + container.id().substring(60))
        .put("Created", "2026-01-01T00:00:00Z")
        .put("Image", container.image())
        .put(
            "State",
            new JsonObject()
                .put("Status", "running")
                .put("Running", true)
                .put("Paused", false)
                .put("ExitCode", 0)
                .put("StartedAt", "2026-01-01T00:00:00Z")
                .put("FinishedAt", "0001-01-01T00:00:00Z"))
        .put("Config", container.request().copy())
        .put("HostConfig", container.request().getJsonObject("HostConfig"))
        .put(
            "NetworkSettings",
            new JsonObject()
                .put("IPAddress", "172.17.0.2")
                .put("Ports", bound)
                .put("Networks", new JsonObject()));
  }

  /** Sends the output in frames, and keeps the stream open as that of a running container. */
  private void log(HttpExchange exchange, List<String> lines) throws IOException {
    exchange.getResponseHeaders().set("content-type", "application/vnd.docker.raw-stream");
    exchange.sendResponseHeaders(200, 0);
    OutputStream stream = exchange.getResponseBody();
    for (String line : lines) {
      byte[] text = (line + "\n").getBytes(StandardCharsets.UTF_8);
      ByteArrayOutputStream frame = new ByteArrayOutputStream();
      frame.write(ByteBuffer.allocate(8).put((byte) STDOUT).putInt(4, text.length).array());
      frame.write(text);
      stream.write(frame.toByteArray());
    }
    stream.flush();
    try {
      closed.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static void notFound(HttpExchange exchange, String message) throws IOException {
    json(exchange, 404, new JsonObject().put("message", message));
  }

  private static void json(HttpExchange exchange, int status, Object body) throws IOException {
    send(exchange, status, "application/json", body.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("content-type", type);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  private static String parameter(HttpExchange exchange, String name) {
    @Nullable String query = exchange.getRequestURI().getQuery();
    return Optional.ofNullable(query).stream()
        .flatMap(text -> List.of(text.split("&")).stream())
        .filter(each -> each.startsWith(name + "="))
        .map(each -> each.substring(name.length() + 1))
        .findFirst()
        .orElse("");
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
