package dev.tradewind.acceptance.event;

import static java.util.regex.Matcher.quoteReplacement;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.AsyncApiDocument;
import dev.tradewind.api.event.type.EventChannel;
import dev.tradewind.api.event.type.EventTypes;
import dev.tradewind.apidocs.AsyncApiYaml;
import dev.tradewind.embedded.Home;
import dev.tradewind.kernel.outbox.Topic;
import dev.tradewind.testing.Modules;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Agreement of the event types, the code that publishes events and the documents that are generated
 * from the types. With {@code -Dtradewind.events.write=true} the documents are written first.
 */
class EventDocumentTest {

  /** The first two have the events of Stripe, the third keys of texts and no events. */
  private static final Set<String> WITHOUT_EVENTS =
      Set.of("stripe-test-server", "stripe-payment-provider", "storefront");

  private static final Path PAGE = Home.folder().resolve("docs/events.md");
  private static final Pattern TABLE =
      Pattern.compile(
          "(?s)(?<=<!-- Generated from the event types. -->\n\n).*(?=\n<!-- End of the table. -->)");

  /** Java or SQL literal of an event type: aggregate and past participle. */
  private static final Pattern TYPE =
      Pattern.compile(
          "[\"']([a-z]+(?:[-_][a-z]+)*\\.(?:[a-z_-]+ed|CREATED|DELETED|processing|password_reset"
              + "|token_generated\\.))[\"']");

  /** Names of notifications that no event of the same name causes. */
  private static final Set<String> TEMPLATES =
      Set.of(
          "customer.email_changed",
          "customer.password_changed",
          "user.password_changed",
          "restock-notification.restocked");

  /** Event-bus addresses of cache invalidation, which look like event types. */
  private static final Set<String> ADDRESSES =
      Set.of("cart.changed", "catalog.changed", "customer.changed", "discount.changed");

  private static EventDocument document;

  @BeforeAll
  static void load() throws IOException {
    if (Boolean.getBoolean("tradewind.events.write")) {
      Files.writeString(EventDocument.FILE, generated());
      Files.writeString(PAGE, generatedPage());
    }
    document = EventDocument.load();
  }

  @Test
  void theDocumentAndThePageAreGeneratedFromTheEventTypes() throws IOException {
    String command = "stale: ./tradewind test EventDocumentTest -Dtradewind.events.write=true";
    assertThat(Files.readString(EventDocument.FILE)).as(command).isEqualTo(generated());
    assertThat(Files.readString(PAGE)).as(command).isEqualTo(generatedPage());
  }

  private static String generated() {
    return AsyncApiYaml.of(AsyncApiDocument.document(EventDocument.RESOURCES));
  }

  private static String generatedPage() throws IOException {
    StringBuilder table = new StringBuilder();
    table.append("| Topic | Partition key | Event types | Partitions | Retention |\n");
    table.append("|---|---|---|---:|---|\n");
    for (EventChannel channel : EventTypes.CHANNELS) {
      Topic topic = channel.topic();
      String types =
          EventTypes.ALL.stream()
              .filter(type -> type.topic().equals(topic.name()))
              .map(type -> "`" + type.name() + "`")
              .collect(joining("<br>"));
      table.append(
          "| `%s` | %s | %s | %d | %s |%n"
              .formatted(
                  topic.name(),
                  channel.partitionKey(),
                  types,
                  topic.partitions(),
                  topic.compacted() ? "compacted" : topic.retention().toDays() + " days"));
    }
    return TABLE.matcher(Files.readString(PAGE)).replaceFirst(quoteReplacement(table.toString()));
  }

  @Test
  void everyTopicIsDescribedAsItIsCreated() {
    assertThat(document.topics()).containsExactlyInAnyOrderElementsOf(Topics.published(true));
  }

  @Test
  void exactlyTheEventTypesInTheCodeAreDescribed() throws IOException {
    assertThat(document.types()).containsExactlyInAnyOrderElementsOf(typesInTheCode());
  }

  @Test
  void everyExampleConformsToItsSchema() {
    assertThat(document.problemsOfExamples()).isEmpty();
  }

  @Test
  void anUndescribedEventIsAProblem() {
    JsonObject data = new JsonObject().put("id", "cart_1");

    assertThat(document.problems(Topics.CART, headers("cart.created"), data)).isEmpty();
    assertThat(document.problems(Topics.CART, headers("cart.exploded"), data)).isNotEmpty();
    assertThat(document.problems(Topics.ORDER, headers("cart.created"), data)).isNotEmpty();
    assertThat(document.problems("commerce.none.v1", headers("cart.created"), data)).isNotEmpty();
    assertThat(document.problems(Topics.CART, headers("cart.created").putNull("ce_id"), data))
        .isNotEmpty();
  }

  @Test
  void anUndescribedPropertyIsAProblem() {
    JsonObject data = new JsonObject().put("id", "cart_1");

    assertThat(document.problems(Topics.CART, headers("cart.created"), data.put("total", 1)))
        .isNotEmpty();
    assertThat(document.problems(Topics.CART, headers("cart.created"), new JsonObject()))
        .isNotEmpty();
  }

  private static JsonObject headers(String type) {
    return new JsonObject()
        .put("ce_specversion", "1.0")
        .put("ce_id", "01KAMZ4S7VKAYJ1M9ZK3C1F0QX")
        .put("ce_type", type)
        .put("ce_source", "/tradewind")
        .put("ce_subject", "cart_1")
        .put("ce_time", "2026-11-21T10:00:00.000Z")
        .put("ce_dataschema", "https://shop.example/docs/events/schemas/x.json")
        .put("ce_traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
        .put("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
        .put("ce_aggregateversion", "1")
        .put("ce_causationid", "request-1")
        .put("ce_actor", "NOBODY")
        .put("content-type", "application/json");
  }

  private static Set<String> typesInTheCode() {
    Set<String> found =
        Stream.of(".java", ".sql")
            .flatMap(suffix -> Modules.files("src/main", suffix).stream())
            .filter(file -> !WITHOUT_EVENTS.contains(Modules.of(file)))
            .filter(file ->
                !file.getParent().endsWith("api/event/type") || file.endsWith("StateTypes.java"))
            .flatMap(EventDocumentTest::typesOf)
            .collect(toCollection(TreeSet::new));
    found.removeAll(ADDRESSES);
    found.removeAll(TEMPLATES);
    return found;
  }

  private static Stream<String> typesOf(Path file) {
    try {
      return TYPE.matcher(Files.readString(file))
          .results()
          .map((MatchResult match) -> match.group(1))
          .map(type -> type.endsWith(".") ? type + "{application}" : type);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
