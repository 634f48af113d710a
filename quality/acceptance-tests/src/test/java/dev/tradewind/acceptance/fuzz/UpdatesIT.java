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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rules that every update keeps: null clears a property or is refused, and metadata are merged. */
class UpdatesIT {

  private static final int ATTEMPTS = 12;

  /** Rounds of creations before, so that there is something to update. */
  private static final int MADE = 6;

  private static final int LEAST_JUDGED = 120;
  private static final int LEAST_MERGED = 15;

  /** Null metadata changes nothing, as with the reference; each key has a way to be removed. */
  private static final Set<String> KEPT = Set.of("metadata");

  /** The origin of a cart stays. */
  private static final Set<String> PARTLY = Set.of("storeUpdateCart context");

  /** Metadata of these are replaced, as with the reference. */
  private static final Set<String> REPLACED =
      Set.of("adminUpdateProductCategory", "adminUpdateReturnReason");

  private static final int WRITERS = 30;

  private static final Contract CONTRACT = Contract.load();
  private static final KnownValues KNOWN = new KnownValues();

  private static Shop shop;
  private static RequestGenerator requests;

  @BeforeAll
  static void open() throws IOException {
    shop = Shop.publishingTo(TestKafka.bootstrapServers());
    TestCallers callers = new TestCallers(shop, KNOWN);
    FuzzShop.fill(shop, CONTRACT, KNOWN, callers.userHeaders());
    new AfterSaleFixtures(shop, KNOWN, callers.userHeaders()).prepare(operation -> true);
    requests =
        new RequestGenerator(
            FuzzPlan.fromSystemProperties(), CONTRACT.operations(), List.of("id"), KNOWN, callers);
    try (FuzzClient client = new FuzzClient(shop.storefront().url())) {
      for (int attempt = 0; attempt < MADE; attempt++) {
        for (Operation operation : CONTRACT.operations()) {
          if (isCreation(operation)) {
            FuzzAnswer answer = client.send(requests.carefulRequest(operation, attempt));
            if (answer.status() == 200 && answer.body().startsWith("{")) {
              KNOWN.learn(new JsonObject(answer.body()));
            }
          }
        }
      }
    }
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void nullClearsAPropertyOrIsRefused() throws IOException {
    List<String> kept = new ArrayList<>();
    List<String> judged = new ArrayList<>();
    try (FuzzClient client = new FuzzClient(shop.storefront().url())) {
      for (Operation operation : CONTRACT.operations()) {
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

  @Test
  void metadataIsMergedKeyByKeyAlsoByWritersAtTheSameTime() throws Exception {
    List<String> merged = new ArrayList<>();
    List<String> replaced = new ArrayList<>();
    List<String> lost = new ArrayList<>();
    try (FuzzClient client = new FuzzClient(shop.storefront().url())) {
      for (Operation operation : CONTRACT.operations()) {
        if (isUpdate(operation)
            && operation.body().getJsonObject("properties").containsKey("metadata")) {
          for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            FuzzRequest request = requests.carefulRequest(operation, attempt);
            FuzzAnswer before = client.send(withMetadata(request, "{'keep': 1, 'gone': 2}"));
            if (before.status() == 200) {
              FuzzAnswer after = client.send(withMetadata(request, "{'gone': '', 'more': 3}"));
              Map<?, ?> shown = metadata(request, after);
              boolean isMerged =
                  shown.containsKey("keep")
                      && shown.containsKey("more")
                      && !shown.containsKey("gone");
              (isMerged ? merged : replaced).add(operation.id());
              if (isMerged && !keepsAll(request)) {
                lost.add(operation.id());
              }
              break;
            }
          }
        }
      }
    }

    assertThat(replaced).containsExactlyInAnyOrderElementsOf(REPLACED);
    assertThat(lost).isEmpty();
    assertThat(merged)
        .contains(
            "adminUpdateProduct", "adminUpdateProductVariant", "adminUpdateCustomer", "adminStore")
        .hasSizeGreaterThan(LEAST_MERGED);
  }

  /** Whether the keys that writers set at the same time are all there. */
  private static boolean keepsAll(FuzzRequest request) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        String metadata = "{'writer%d': %d}".formatted(i, i);
        writers.add(
            threads.submit(() -> {
              try (FuzzClient client = new FuzzClient(shop.storefront().url())) {
                int status = 409;
                while (status == 409) {
                  status = client.send(withMetadata(request, metadata)).status();
                }
                return status;
              }
            }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
    }
    try (FuzzClient client = new FuzzClient(shop.storefront().url())) {
      Map<?, ?> shown = metadata(request, client.send(withMetadata(request, "{'last': 1}")));
      return shown.keySet().stream().filter(key -> key.toString().startsWith("writer")).count()
          == WRITERS;
    }
  }

  private static Map<?, ?> metadata(FuzzRequest request, FuzzAnswer answer) {
    return value(request, answer, "metadata") instanceof JsonObject shown
        ? shown.getMap()
        : Map.of();
  }

  private static FuzzRequest withMetadata(FuzzRequest request, String metadata) {
    JsonObject body = request.body() == null ? new JsonObject() : request.body().toJsonObject();
    JsonArray required = request.operation().body().getJsonArray("required", new JsonArray());
    body.getMap().keySet().removeIf(key -> !required.contains(key));
    return with(request, body.put("metadata", new JsonObject(metadata.replace('\'', '"'))));
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
