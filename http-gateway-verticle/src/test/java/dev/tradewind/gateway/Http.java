package dev.tradewind.gateway;

import static dev.tradewind.testing.Eventually.LIMIT;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** HTTP client that sends raw requests, well-formed or not. */
public record Http(int port) {

  public record Answer(int status, Map<String, String> headers, String body) {

    public JsonObject json() {
      return new JsonObject(body);
    }

    public String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  public Answer get(String target) {
    return send("GET " + target + " HTTP/1.1", "", "");
  }

  public Answer post(String target, String json) {
    return send("POST " + target + " HTTP/1.1", "Content-Type: application/json\r\n", json);
  }

  public Answer send(String requestLine, String headers, String body) {
    byte[] sent = body.getBytes(StandardCharsets.UTF_8);
    String length = sent.length == 0 ? "" : "Content-Length: " + sent.length + "\r\n";
    String head =
        requestLine + "\r\nHost: localhost\r\nConnection: close\r\n" + headers + length + "\r\n";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) LIMIT.toMillis());
      socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().write(sent);
      socket.getOutputStream().flush();
      return parse(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Answer parse(String text) {
    int end = text.indexOf("\r\n\r\n");
    String[] lines = text.substring(0, end).split("\r\n", -1);
    Map<String, String> headers = new TreeMap<>();
    for (int i = 1; i < lines.length; i++) {
      String[] header = lines[i].split(": ", 2);
      headers.put(header[0].toLowerCase(Locale.ROOT), header.length > 1 ? header[1] : "");
    }
    return new Answer(
        Integer.parseInt(lines[0].split(" ", 3)[1]), headers, text.substring(end + 4));
  }
}
