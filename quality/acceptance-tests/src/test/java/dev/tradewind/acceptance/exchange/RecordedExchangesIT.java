package dev.tradewind.acceptance.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.sun.net.httpserver.HttpServer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.customer.oauthapp.AppSettings;
import dev.tradewind.customer.oauthapp.OAuthApp;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.opentest4j.TestAbortedException;

/**
 * Replay of every recorded exchange of a built operation: same status, members, types and
 * determined values, except for the differences that the contract's decisions want.
 */
class RecordedExchangesIT {

  private static final Map<String, RecordedExchange> EXCHANGES = RecordedExchange.all();
  private static final List<Recording> RECORDINGS = Recording.all();
  private static final BuiltOperations BUILT = new BuiltOperations();
  private static final DecidedDifferences DECIDED = DecidedDifferences.load();

  private static HttpServer application;
  private static @Nullable RecordedShop open;

  @BeforeAll
  static void startApplication() throws IOException {
    application = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    application.createContext(
        "/token",
        request -> {
          byte[] token =
              new JsonObject()
                  .put("access_token", "token-for-abc")
                  .encode()
                  .getBytes(StandardCharsets.UTF_8);
          request.sendResponseHeaders(200, token.length);
          request.getResponseBody().write(token);
          request.close();
        });
    application.start();
  }

  @AfterAll
  static void close() {
    closeShop();
    application.stop(0);
  }

  private static void closeShop() {
    if (open != null) {
      open.close();
      open = null;
    }
  }

  @Test
  void everyExchangeOfABuiltOperationBelongsToARecording() {
    Set<String> replayed =
        RECORDINGS.stream()
            .flatMap(recording -> recording.exchanges().stream())
            .collect(Collectors.toSet());

    assertThat(EXCHANGES.values())
        .filteredOn(exchange -> BUILT.contains(exchange.method(), exchange.path()))
        .extracting(RecordedExchange::name)
        .isSubsetOf(replayed);
    assertThat(replayed).isSubsetOf(EXCHANGES.keySet());
  }

  @TestFactory
  Stream<DynamicNode> recordedExchangesAreReplayed() {
    return Stream.concat(
        RECORDINGS.stream().map(RecordedExchangesIT::replay),
        Stream.of(
            dynamicTest(
                "every decided difference occurs", () -> assertThat(DECIDED.unseen()).isEmpty())));
  }

  /** Is called when the recording before has been replayed. */
  private static DynamicNode replay(Recording recording) {
    closeShop();
    RecordedShop shop = new RecordedShop(openShop(), BUILT, DECIDED);
    open = shop;
    return dynamicContainer(
        recording.name(),
        recording.parts().stream()
            .map(part -> dynamicContainer(part.name(), replay(part, shop).stream())));
  }

  private static Shop openShop() {
    OAuthApp demo =
        new OAuthApp(
            "demo",
            "Demo",
            "https://example.invalid/install",
            null,
            URI.create("http://127.0.0.1:" + application.getAddress().getPort() + "/token"),
            "client",
            "secret",
            null);
    return Shop.emptyWith(AppSettings.of(List.of(demo)).callingPrivateAddresses(true));
  }

  /** One test per exchange; the requests before it belong to its test. */
  private static List<DynamicTest> replay(Recording.Part part, RecordedShop shop) {
    List<DynamicTest> tests = new ArrayList<>();
    PartState state = new PartState();
    List<Runnable> preparations = new ArrayList<>();
    for (Step step : part.steps()) {
      switch (step) {
        case Step.Send send -> preparations.add(() -> shop.send(send));
        case Step.Await event -> preparations.add(() -> shop.await(event));
        case Step.Replay replay -> {
          List<Runnable> before = List.copyOf(preparations);
          preparations.clear();
          tests.add(
              dynamicTest(
                  replay.exchange(),
                  () ->
                      state.run(() -> {
                        before.forEach(Runnable::run);
                        assertThat(shop.replay(EXCHANGES.get(replay.exchange()))).isEmpty();
                      })));
        }
      }
    }
    if (!preparations.isEmpty()) {
      tests.add(
          dynamicTest("preparation", () -> state.run(() -> preparations.forEach(Runnable::run))));
    }
    return tests;
  }

  /**
   * Whether a step of a part needed an operation that is not built, so that its rest is skipped.
   */
  private static final class PartState {

    private boolean isAborted;

    private void run(Runnable step) {
      if (isAborted) {
        throw new TestAbortedException("An earlier operation is not built");
      }
      try {
        step.run();
      } catch (TestAbortedException notBuilt) {
        isAborted = true;
        throw notBuilt;
      }
    }
  }
}
