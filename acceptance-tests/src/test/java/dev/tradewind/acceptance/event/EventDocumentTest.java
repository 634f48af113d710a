package dev.tradewind.acceptance.event;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.Topics;
import dev.tradewind.embedded.Home;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Agreement of the event description and the code that publishes events, in both directions. */
class EventDocumentTest {

  /** Java or SQL literal of an event type: aggregate and past participle. */
  private static final Pattern TYPE =
      Pattern.compile(
          "[\"']([a-z]+(?:[-_][a-z]+)*\\.(?:[a-z_]+ed|processing|password_reset"
              + "|token_generated\\.))[\"']");

  /** Event-bus addresses of cache invalidation, which look like event types. */
  private static final Set<String> ADDRESSES =
      Set.of("catalog.changed", "customer.changed", "discount.changed");

  private final EventDocument document = EventDocument.load();

  @Test
  void everyTopicIsDescribedAsItIsCreated() {
    assertThat(document.topics()).containsExactlyInAnyOrderElementsOf(Topics.ALL);
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
  void thePageNamesEveryTopicAndType() throws IOException {
    String page = Files.readString(Home.folder().resolve("docs/events.md"));

    assertThat(document.topics())
        .allSatisfy(topic -> assertThat(page).contains("`" + topic.name() + "`"));
    assertThat(document.types()).allSatisfy(type -> assertThat(page).contains("`" + type + "`"));
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
        .put("ce_aggregateversion", "1")
        .put("ce_causationid", "request-1")
        .put("ce_actor", "NOBODY")
        .put("content-type", "application/json");
  }

  private static Set<String> typesInTheCode() throws IOException {
    try (Stream<Path> modules = Files.list(Home.folder())) {
      List<Path> sources = modules.map(module -> module.resolve("src/main")).toList();
      Set<String> found = new TreeSet<>();
      for (Path folder : sources) {
        if (Files.isDirectory(folder)) {
          found.addAll(typesIn(folder));
        }
      }
      found.removeAll(ADDRESSES);
      return found;
    }
  }

  private static Set<String> typesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java") || file.toString().endsWith(".sql"))
          .flatMap(EventDocumentTest::typesOf)
          .collect(toSet());
    }
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
