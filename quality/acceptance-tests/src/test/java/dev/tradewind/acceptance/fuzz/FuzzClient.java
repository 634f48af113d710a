package dev.tradewind.acceptance.fuzz;

import static dev.tradewind.testing.Eventually.LIMIT;

import io.vertx.core.buffer.Buffer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Client that sends raw requests over one connection, including those that HTTP clients refuse to
 * send.
 */
final class FuzzClient implements AutoCloseable {

  private final URI address;
  private @Nullable Socket socket;
  private @Nullable InputStream input;

  FuzzClient(String baseUrl) {
    address = URI.create(baseUrl);
  }

  /**
   * @throws IOException without a complete response
   */
  FuzzAnswer send(FuzzRequest request) throws IOException {
    long start = System.nanoTime();
    try {
      Socket connection = connected();
      connection.getOutputStream().write(written(request));
      connection.getOutputStream().flush();
      return answer(start);
    } catch (IOException lost) {
      close();
      throw lost;
    }
  }

  private Socket connected() throws IOException {
    Socket open = socket;
    if (open != null) {
      return open;
    }
    Socket opened = new Socket(address.getHost(), address.getPort());
    opened.setTcpNoDelay(true);
    opened.setSoTimeout((int) LIMIT.toMillis());
    input = new BufferedInputStream(opened.getInputStream());
    socket = opened;
    return opened;
  }

  private byte[] written(FuzzRequest request) {
    StringBuilder head =
        new StringBuilder()
            .append(request.method())
            .append(' ')
            .append(request.target())
            .append(" HTTP/1.1\r\nhost: ")
            .append(address.getAuthority())
            .append("\r\n");
    request
        .headers()
        .forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    Buffer body = request.body();
    if (body != null) {
      head.append("content-length: ").append(body.length()).append("\r\n");
    }
    Buffer written =
        Buffer.buffer(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    return (body == null ? written : written.appendBuffer(body)).getBytes();
  }

  private FuzzAnswer answer(long start) throws IOException {
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    Map<String, String> headers = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      String[] header = line.split(": ?", 2);
      headers.put(header[0].toLowerCase(Locale.ROOT), header[1]);
    }
    byte[] body = input.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    if ("close".equalsIgnoreCase(headers.get("connection"))) {
      close();
    }
    return new FuzzAnswer(
        status, headers.get("x-request-id"), new String(body, StandardCharsets.UTF_8), millis);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = input.read(); next != '\n'; next = input.read()) {
      if (next < 0) {
        throw new EOFException("The connection was closed");
      }
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    Socket open = socket;
    socket = null;
    if (open != null) {
      open.close();
    }
  }
}
