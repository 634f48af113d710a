package dev.tradewind.webhook.event;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.webhook.TestWebhooks.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.webhook.TestWebhooks;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventRecordingIT {

  private final TestWebhooks shop = new TestWebhooks();

  @BeforeEach
  void start() {
    shop.node();
  }

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void aReaderThatGoesOnFromTheLastSequenceMissesNoEventOfConcurrentAnnouncements()
      throws Exception {
    int writers = 6;
    int batches = 25;
    List<Long> read = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
      List<Future<?>> written = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        String key = "order_" + writer;
        written.add(
            threads.submit(() -> {
              for (int batch = 0; batch < batches; batch++) {
                shop.announce(
                    event("order.placed", key, batch), event("order.updated", key, batch));
              }
            }));
      }
      long after = 0;
      boolean isComplete;
      boolean isEmpty;
      do {
        isComplete = written.stream().allMatch(Future::isDone);
        JsonObject page = shop.events(after, 40, "*");
        isEmpty = page.getJsonArray("events").isEmpty();
        for (Object one : page.getJsonArray("events")) {
          read.add(Long.parseLong(((JsonObject) one).getString("sequence")));
        }
        after = Long.parseLong(page.getString("next_after"));
      } while (!isComplete || !isEmpty);
      for (Future<?> each : written) {
        each.get();
      }
    }

    assertThat(read)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(1, (long) writers * batches * 2).boxed().toList());
  }

  @Test
  void aRepeatedAnnouncementIsNoSecondEvent() throws Exception {
    Event[] events =
        IntStream.range(0, 20)
            .mapToObj(i -> event("order.placed", "order_" + i, 1))
            .toArray(Event[]::new);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> announced = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        announced.add(threads.submit(() -> shop.announce(events)));
      }
      for (Future<?> each : announced) {
        each.get();
      }
    }

    assertThat(shop.count("event")).isEqualTo(20);
    JsonArray listed = shop.events(0, 100, "*").getJsonArray("events");
    assertThat(listed)
        .extracting(one -> ((JsonObject) one).getString("id"))
        .containsExactlyElementsOf(Stream.of(events).map(Event::eventId).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "order.placed,         *,                          true",
    "order.placed,         order.placed,               true",
    "order.placed,         order.*,                    true",
    "order.placed,         order,                      false",
    "order.placed,         order.updated,              false",
    "order.placed,         cart.*,                     false",
    "order-edit.created,   order.*,                    false",
    "oauth.token_generated.erp, oauth.*,               true",
    "oauth.token_generated.erp, oauth.token_generated.*, true",
    "order.placed,         order.placed.*,             false",
    "product_variant.x,    product%,                   false",
    "order.placed,         cart.*|order.placed,        true"
  })
  void aPatternNamesATypeItsBeginningOrAll(String type, String patterns, boolean matches) {
    assertThat(
            shop.sql("SELECT matches_event_type($1, $2)", type, patterns.split("\\|", -1))
                .iterator()
                .next()
                .getBoolean(0))
        .isEqualTo(matches);
  }

  @Test
  void theListIsFilteredByTypeAndTellsTheOldestSequence() {
    shop.announce(
        event("order.placed", "order_1", 1),
        event("swap.created", "order_1", 2),
        event("order.updated", "order_1", 3));
    shop.sql("UPDATE event SET recorded_at = now() - interval '8 days' WHERE sequence = 1");

    assertThat(shop.events(0, 10, "order.*").getJsonArray("events"))
        .extracting(one -> ((JsonObject) one).getString("type"))
        .containsExactly("order.placed", "order.updated");
    JsonObject first = shop.events(0, 10, "swap.created").getJsonArray("events").getJsonObject(0);
    assertThat(first.getString("sequence")).isEqualTo("0000000000000000002");
    assertThat(first.getString("specversion")).isEqualTo("1.0");
    assertThat(first.getString("source")).isEqualTo("/shop");
    assertThat(first.getString("dataschema"))
        .isEqualTo("https://shop.example/docs/events/schemas/commerce.order.v1/swap.created.json");

    await(
        new EventStore()
            .prune(shop.pool, TestWebhooks.CLOCK.instant().minus(Duration.ofDays(7)), 100));

    assertThat(shop.events(0, 10, "*").getString("oldest_sequence")).isEqualTo("2");
  }

  @Test
  void aTypeThatNoEventHasIsRefused() {
    assertThat(
            shop.ask("adminListEvents", null, new JsonObject().put("type", "order.palced"), null)
                .status())
        .isEqualTo(400);
  }
}
