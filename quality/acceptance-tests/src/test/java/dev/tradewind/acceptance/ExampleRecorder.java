package dev.tradewind.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.testing.Modules;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Recorder of the examples in the contract. With {@code -Dtradewind.examples.write=true} the
 * exchanges of a test run are written to the files of the examples, of each operation the one that
 * shows most in least space, of several kinds of answers one of the kind that is usual; examples
 * that are there already stay unless a new one is better.
 */
final class ExampleRecorder {

  static final boolean IS_ON = Boolean.getBoolean("tradewind.examples.write");

  /** Elements of a list that an example shows. */
  private static final int MAX_ELEMENTS = 1;

  /** Characters, which only images have more of. */
  private static final int MAX_TEXT = 500;

  private static final int SHORT_TEXT = 60;

  /** Kinds of answers, by their {@code type}, that shoppers rarely get. */
  private static final Set<String> RARE = Set.of("cart", "swap");

  private static final Pattern HOST = Pattern.compile("https?://(localhost|127\\.0\\.0\\.1):\\d+");
  private static final Pattern TOKEN = Pattern.compile("eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+");

  private static final Map<Operation, JsonObject> RECORDED = new ConcurrentHashMap<>();

  static {
    if (IS_ON) {
      Runtime.getRuntime().addShutdownHook(new Thread(ExampleRecorder::write));
    }
  }

  private ExampleRecorder() {}

  static void record(Operation operation, String request, Answer answer) {
    if (!IS_ON
        || answer.status() / 100 != 2
        || !answer.text().startsWith("{")
        || (request != null && !request.startsWith("{"))) {
      return;
    }
    JsonObject example = new JsonObject();
    if (request != null && operation.body() != null) {
      example.put("request", shortened(new JsonObject(request)));
    }
    example
        .put("status", answer.status())
        .put("response", shortened(new JsonObject(answer.text())));
    RECORDED.merge(operation, example, ExampleRecorder::better);
  }

  private static Object shortened(Object value) {
    return switch (value) {
      case JsonObject object -> {
        JsonObject kept = new JsonObject();
        object.forEach(member -> kept.put(member.getKey(), shortened(member.getValue())));
        yield kept;
      }
      case JsonArray array -> {
        JsonArray kept = new JsonArray();
        array.stream().limit(MAX_ELEMENTS).forEach(element -> kept.add(shortened(element)));
        yield kept;
      }
      case String text ->
          text.length() > MAX_TEXT
              ? text.substring(0, SHORT_TEXT)
              : TOKEN
                  .matcher(HOST.matcher(text).replaceAll("https://shop.example"))
                  .replaceAll("eyJhbGciOiJIUzI1NiJ9.e30.signature");
      case null -> null;
      default -> value;
    };
  }

  private static JsonObject better(JsonObject one, JsonObject other) {
    return cost(other) < cost(one) ? other : one;
  }

  /** Length of the response; empty lists and requests show nothing. */
  private static long cost(JsonObject example) {
    JsonObject response = example.getJsonObject("response");
    boolean isEmpty =
        response.stream()
            .anyMatch(member -> member.getValue() instanceof JsonArray list && list.isEmpty());
    JsonObject request = example.getJsonObject("request");
    boolean asksNothing = request != null && request.isEmpty();
    boolean isRare =
        response.containsKey("data")
            && response.getValue("type") instanceof String type
            && RARE.contains(type);
    return response.encode().length()
        + (isRare ? 10_000_000 : 0)
        + (isEmpty ? 1_000_000 : 0)
        + (asksNothing ? 100_000 : 0);
  }

  private static void write() {
    RECORDED.forEach((operation, example) ->
        rewrite(
            "examples/" + operation.id(),
            previous -> previous.isEmpty() ? example : better(previous, example)));
  }

  /** Changes a file of the contract, which other JVMs change too; a new one begins empty. */
  static void rewrite(String name, UnaryOperator<JsonObject> change) {
    Path file =
        Modules.folder("http-gateway-verticle")
            .resolve("src/main/resources/openapi")
            .resolve(name + ".json");
    try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      ByteBuffer content = ByteBuffer.allocate((int) channel.size());
      while (content.hasRemaining() && channel.read(content) >= 0) {
        // Read until the file is complete.
      }
      String text = new String(content.array(), UTF_8);
      JsonObject changed = change.apply(new JsonObject(text.isEmpty() ? "{}" : text));
      byte[] written = (changed.encodePrettily() + "\n").getBytes(UTF_8);
      channel.truncate(0).position(0).write(ByteBuffer.wrap(written));
      lock.release();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
