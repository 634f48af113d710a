package dev.tradewind.acceptance.exchange;

import static dev.tradewind.testing.Eventually.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.exchange.Difference.Kind;
import dev.tradewind.acceptance.exchange.IdMapping.UnknownIdException;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** Shop of one recording, with the sessions of its user and its customer. */
final class RecordedShop {

  /** The recorded user. */
  private static final JsonObject USER =
      new JsonObject().put("email", "admin@medusa-test.com").put("password", "supersecret");

  private static final String API_TOKEN = "test_token";

  /** Headers that the contract fixes; the others belong to the HTTP server. */
  private static final Set<String> COMPARED_HEADERS = Set.of("content-type", "idempotency-key");

  private final Shop shop;
  private final BuiltOperations built;
  private final DecidedDifferences decided;
  private final IdMapping ids = new IdMapping();
  private @Nullable String userSession;
  private @Nullable String customerSession;
  private boolean isIncomplete;

  RecordedShop(Shop shop, BuiltOperations built, DecidedDifferences decided) {
    this.shop = shop;
    this.built = built;
    this.decided = decided;
    shop.newUser(USER.getString("email"), USER.getString("password"), API_TOKEN);
  }

  /** Sends a request; a request of an operation that is not built aborts the test. */
  void send(Step.Send step) {
    requireBuilt(step.method(), step.path());
    JsonObject awaited =
        value(
            () -> sendOnce(step),
            response ->
                step.awaited().entrySet().stream()
                    .allMatch(each -> each.getValue().equals(at(response, each.getKey()))));
    step.ids().forEach((path, recorded) -> map(recorded, at(awaited, path)));
  }

  /** Waits for the last such event so far, and maps its texts. */
  void await(Step.Await step) {
    JsonObject payload =
        value(
                () ->
                    shop.allEvents(step.topic()).stream()
                        .filter(event -> event.header("ce_type").equals(step.type()))
                        .filter(event -> isWanted(event.data(), step.where()))
                        .toList(),
                found -> !found.isEmpty())
            .getLast()
            .data();
    step.texts().forEach((member, recorded) -> map(recorded, at(payload, member)));
  }

  private boolean isWanted(JsonObject payload, Map<String, String> where) {
    return where.entrySet().stream()
        .allMatch(each -> ids.translate(each.getValue()).equals(at(payload, each.getKey())));
  }

  private JsonObject sendOnce(Step.Send step) {
    Answer answer =
        exchange(
            step.method(),
            step.path(),
            step.body(),
            step.path().startsWith("/admin") || step.asCustomer(),
            Map.of());
    assertThat(answer.status())
        .as("%s %s %s: %s", step.method(), step.path(), step.body(), answer.text())
        .isBetween(200, 299);
    if (step.path().equals("/store/customers")) {
      customerSession = session(answer);
    }
    return decoded(answer.text()) instanceof JsonObject body ? body : new JsonObject();
  }

  private void map(String recorded, @Nullable Object ours) {
    assertThat(ours).as(recorded).isNotNull();
    if (IdMapping.isId(recorded)) {
      ids.put(recorded, String.valueOf(ours));
    } else {
      ids.putText(recorded, String.valueOf(ours));
    }
  }

  /** Replays an exchange; returns the differences that no decision wants. */
  List<Difference> replay(RecordedExchange exchange) {
    requireBuilt(exchange.method(), exchange.path());
    Map<String, String> headers = new HashMap<>();
    String key = exchange.requestHeaders().getString("idempotency-key");
    if (key != null) {
      headers.put("idempotency-key", key);
    }
    Answer answer =
        exchange(
            exchange.method(),
            exchange.path(),
            exchange.requestBody(),
            exchange.hasSession(),
            headers);
    keepSession(exchange, answer);
    List<Difference> differences = new ArrayList<>();
    if (answer.status() != exchange.status()) {
      differences.add(
          new Difference(Kind.STATUS, "", exchange.status(), answer.status() + answer.text()));
    } else {
      compareHeaders(exchange, answer, differences);
      differences.addAll(
          new ResponseComparison(exchange, decided::isTypeOnly)
              .compare(decoded(answer.text()), ids));
    }
    return decided.undecided(exchange.name(), differences);
  }

  private void compareHeaders(
      RecordedExchange exchange, Answer answer, List<Difference> differences) {
    for (String name : COMPARED_HEADERS) {
      String recorded = exchange.responseHeaders().getString(name, "");
      String ours = answer.header(name);
      // Parameters as charset and the key itself are free.
      boolean isAlike =
          name.equals("content-type")
              ? mediaType(recorded).equals(mediaType(ours))
              : recorded.isEmpty() || !ours.isEmpty();
      if (!isAlike) {
        differences.add(new Difference(Kind.HEADER, name, recorded, ours));
      }
    }
  }

  private static String mediaType(String header) {
    return header.replaceFirst(";.*", "");
  }

  private void keepSession(RecordedExchange exchange, Answer answer) {
    if (exchange.route().equals("DELETE /admin/auth")) {
      userSession = null;
    } else if (exchange.route().equals("DELETE /store/auth")) {
      customerSession = null;
    } else if (exchange.route().equals("POST /store/auth")
        || exchange.route().equals("POST /store/customers")) {
      customerSession = session(answer);
    }
  }

  private static String session(Answer answer) {
    return answer.header("set-cookie").replaceFirst(";.*", "");
  }

  private Answer exchange(
      String method,
      String path,
      @Nullable JsonObject body,
      boolean hasSession,
      Map<String, String> more) {
    List<String> headers = new ArrayList<>();
    more.forEach((name, value) -> headers.addAll(List.of(name, value)));
    if (hasSession) {
      headers.addAll(
          List.of("cookie", path.startsWith("/admin") ? userSession() : customerSession()));
    }
    try {
      return shop.storefront()
          .send(
              method,
              ids.translate(path),
              body == null ? null : ids.translate(body.encode()),
              headers.toArray(String[]::new));
    } catch (UnknownIdException unknown) {
      if (isIncomplete) {
        throw new TestAbortedException(
            "An earlier operation is not built: " + unknown.getMessage());
      }
      throw unknown;
    }
  }

  private String userSession() {
    if (userSession == null) {
      Answer answer = shop.storefront().post("/admin/auth", USER);
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      userSession = session(answer);
    }
    return userSession;
  }

  private String customerSession() {
    assertThat(customerSession).as("session of the customer").isNotNull();
    return Objects.requireNonNull(customerSession);
  }

  private void requireBuilt(String method, String path) {
    if (!built.contains(method, path)) {
      isIncomplete = true;
      throw new TestAbortedException("Not built: " + method + " " + path);
    }
  }

  void close() {
    shop.close();
  }

  private static Object decoded(String text) {
    try {
      return text.isEmpty() ? text : Json.decodeValue(text);
    } catch (DecodeException plainText) {
      return text;
    }
  }

  /** The value at a path as {@code product.variants[1].id}. */
  private static @Nullable Object at(JsonObject document, String path) {
    Object value = document;
    for (String part : path.split("[.\\[]")) {
      if (value instanceof JsonArray array) {
        value = array.getValue(Integer.parseInt(part.replace("]", "")));
      } else if (value instanceof JsonObject object) {
        value = object.getValue(part);
      }
    }
    return value;
  }
}
