package dev.tradewind.acceptance.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Null of each property of each update: it clears the property, or it is refused. */
class NullValuesIT {

  private static final int ATTEMPTS = 12;

  /** Rounds of creations before, so that there is something to update. */
  private static final int MADE = 6;

  private static final int LEAST_JUDGED = 120;

  /** Null metadata changes nothing, as with the reference; each key has a way to be removed. */
  private static final Set<String> KEPT = Set.of("metadata");

  /** The origin of a cart stays. */
  private static final Set<String> PARTLY = Set.of("storeUpdateCart context");

  private static Shop shop;

  private final Contract contract = Contract.load();
  private final KnownValues known = new KnownValues();

  @BeforeAll
  static void open() {
    shop = Shop.publishingTo(TestKafka.bootstrapServers());
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void nullClearsAPropertyOrIsRefused() throws IOException {
    TestCallers callers = new TestCallers(shop, known);
    FuzzShop.fill(shop, contract, known, callers.userHeaders());
    new AfterSaleFixtures(shop, known, callers.userHeaders()).prepare(operation -> true);
    RequestGenerator requests =
        new RequestGenerator(
            FuzzPlan.fromSystemProperties(), contract.operations(), List.of("id"), known, callers);
    List<String> kept = new ArrayList<>();
    List<String> judged = new ArrayList<>();
    try (FuzzClient client = new FuzzClient(shop.storefront().url())) {
      for (int attempt = 0; attempt < MADE; attempt++) {
        for (Operation operation : contract.operations()) {
          if (isCreation(operation)) {
            FuzzAnswer answer = client.send(requests.carefulRequest(operation, attempt));
            if (answer.status() == 200 && answer.body().startsWith("{")) {
              known.learn(new JsonObject(answer.body()));
            }
          }
        }
      }
      for (Operation operation : contract.operations()) {
        if (isUpdate(operation)) {
          JsonArray required = operation.body().getJsonArray("required", new JsonArray());
          for (String name : operation.body().getJsonObject("properties").fieldNames()) {
            String place = operation.id() + " " + name;
            if (!required.contains(name) && !KEPT.contains(name) && !PARTLY.contains(place)) {
              Boolean isKept = null;
              for (int attempt = 0; attempt < ATTEMPTS && isKept == null; attempt++) {
                isKept = isKept(client, requests.carefulRequest(operation, attempt), name);
              }
              if (isKept != null) {
                (isKept ? kept : judged).add(place);
              }
            }
          }
        }
      }
    }

    assertThat(kept).isEmpty();
    // Of the others, no request has set a value.
    assertThat(judged).hasSizeGreaterThan(LEAST_JUDGED);
  }

  private static boolean isCreation(Operation operation) {
    return operation.method().equals(HttpMethod.POST)
        && operation.path().indexOf('{') < 0
        && operation.body() != null
        && !operation.managesSession()
        && !operation.id().equals("adminLocateStock");
  }

  private static boolean isUpdate(Operation operation) {
    return operation.method().equals(HttpMethod.POST)
        && operation.body() != null
        && (operation.id().contains("Update")
            || Set.of("storeMeCustomer", "adminStore").contains(operation.id()));
  }

  /** Whether null keeps a value that was set before; null if none could be set. */
  private static @Nullable Boolean isKept(FuzzClient client, FuzzRequest request, String name)
      throws IOException {
    JsonObject body = request.body() == null ? new JsonObject() : request.body().toJsonObject();
    JsonArray required = request.operation().body().getJsonArray("required", new JsonArray());
    body.getMap().keySet().removeIf(key -> !required.contains(key) && !key.equals(name));
    FuzzAnswer before = client.send(with(request, body));
    if (before.status() != 200 || isEmpty(value(request, before, name))) {
      return null;
    }
    FuzzAnswer after = client.send(with(request, body.copy().putNull(name)));
    return after.status() == 200
        && Objects.equals(value(request, before, name), value(request, after, name));
  }

  private static boolean isEmpty(@Nullable Object value) {
    return value == null
        || value.equals(0)
        || (value instanceof JsonArray array && array.isEmpty())
        || (value instanceof JsonObject object && object.isEmpty());
  }

  /** Value of a property of the resource that the path ends with, else of the shown one. */
  private static @Nullable Object value(FuzzRequest request, FuzzAnswer answer, String name) {
    JsonObject shown = new JsonObject(answer.body());
    String id = request.target().replaceFirst("\\?.*", "").replaceFirst(".*/", "");
    JsonObject found = find(shown, id);
    if (found == null) {
      found =
          shown.stream()
              .map(Map.Entry::getValue)
              .filter(JsonObject.class::isInstance)
              .map(JsonObject.class::cast)
              .findFirst()
              .orElseThrow();
    }
    return found.getValue(name);
  }

  private static @Nullable JsonObject find(@Nullable Object within, String id) {
    return switch (within) {
      case JsonObject object when id.equals(object.getValue("id")) -> object;
      case JsonObject object ->
          object.stream()
              .map(member -> find(member.getValue(), id))
              .filter(Objects::nonNull)
              .findFirst()
              .orElse(null);
      case JsonArray array ->
          array.stream()
              .map(element -> find(element, id))
              .filter(Objects::nonNull)
              .findFirst()
              .orElse(null);
      case null, default -> null;
    };
  }

  private static FuzzRequest with(FuzzRequest base, JsonObject body) {
    Map<String, String> headers = new HashMap<>(base.headers());
    headers.put("content-type", "application/json");
    return new FuzzRequest(
        base.number(),
        base.operation(),
        base.method(),
        base.target().replaceFirst("\\?.*", ""),
        headers,
        Buffer.buffer(body.encode()),
        base.caller(),
        List.of(),
        false,
        true);
  }
}
