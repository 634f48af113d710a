package dev.tradewind.storefront.visit;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reasons of the store API's refusals, which its contract tells apart by their messages ({@code
 * x-errors}). What the API says is for programmers; the reason names the text for shoppers.
 */
public final class RefusalReasons {

  private static final Pattern PROPERTY = Pattern.compile("\\b([a-z_0-9]+) (?:must|should) ");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\w+}");

  private record Message(Pattern form, String reason) {}

  /** No reasons. */
  public static final RefusalReasons NONE = of(new JsonArray());

  private final Map<String, List<Message>> byOperation;

  private RefusalReasons(Map<String, List<Message>> byOperation) {
    this.byOperation = byOperation;
  }

  /**
   * @param errors of the contract; those without a reason have none here
   */
  public static RefusalReasons of(JsonArray errors) {
    Map<String, List<Message>> messages = new HashMap<>();
    for (Object each : errors) {
      JsonObject error = (JsonObject) each;
      if (error.containsKey("reason")) {
        Message message = new Message(form(error.getString("message")), error.getString("reason"));
        error
            .getJsonArray("operations")
            .forEach(id ->
                messages.computeIfAbsent((String) id, absent -> new ArrayList<>()).add(message));
      }
    }
    return new RefusalReasons(Map.copyOf(messages));
  }

  /** Pattern of all messages of this form; its braces stand for any value. */
  private static Pattern form(String message) {
    return Pattern.compile(
        Arrays.stream(PLACEHOLDER.split(message, -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*")),
        Pattern.DOTALL);
  }

  /** Reason of a refusal; empty if its operation names none for such a message. */
  Optional<String> of(String operation, String message) {
    return byOperation.getOrDefault(operation, List.of()).stream()
        .filter(known -> known.form().matcher(message).matches())
        .map(Message::reason)
        .findFirst();
  }

  /** Properties that the message of a validation names, without the ones that hold them. */
  static Stream<String> properties(String message) {
    return PROPERTY.matcher(message).results().map(named -> named.group(1));
  }
}
