package dev.tradewind.acceptance.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.contract.ResponseValidator;
import dev.tradewind.testing.Lane;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Empty values for every field of every operation, on a node that has just started: none causes an
 * internal error, and none changes the responses to the requests of others.
 */
class EmptyValuesIT {

  /** Values of a body that say nothing. */
  private static final List<String> VALUES = List.of("\"\"", "\"  \"", "null", "[]", "[\"\"]");

  /** Their forms in a query. */
  private static final List<String> QUERIES = List.of("%s=", "%s=%%20", "%s", "%s[]=");

  /** Most requests; of more, every n-th is sent. */
  private static final int MOST = Lane.count("tradewind.emptyvalues.requests", 8_000, 100_000);

  /** Requests of other shoppers. */
  private static final List<String> OF_OTHERS =
      List.of(
          "POST /store/carts",
          "GET /store/products",
          "GET /store/regions",
          "GET /store/collections",
          "GET /store/product-categories",
          "GET /store/shipping-options");

  private static Shop shop;

  private final Contract contract = Contract.load();
  private final KnownValues known = new KnownValues();
  private final FuzzReport report = new FuzzReport();
  private final ResponseOracle oracle = new ResponseOracle(new ResponseValidator(contract));

  @BeforeAll
  static void open() {
    shop = Shop.publishingTo(TestKafka.bootstrapServers());
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  /** Request with one value that says nothing. */
  private record Empty(Operation operation, List<String> place, String value) {}

  @Test
  void noEmptyValueCausesAnInternalErrorOrChangesTheResponsesOfOthers() throws IOException {
    TestCallers callers = new TestCallers(shop, known);
    FuzzShop.fill(shop, contract, known, callers.userHeaders());
    RequestGenerator requests =
        new RequestGenerator(
            FuzzPlan.fromSystemProperties(), contract.operations(), List.of("id"), known, callers);
    List<Empty> all = all();
    int step = Math.ceilDiv(all.size(), MOST);
    System.out.printf("Sending every %d. of %d empty values%n", step, all.size());

    try (FuzzClient client = new FuzzClient(shop.storefront().url())) {
      for (int i = 0; i < all.size(); i++) {
        Empty empty = all.get(i);
        if (i % step == 0 || isOfCarts(empty)) {
          FuzzRequest request = with(requests.carefulRequest(empty.operation(), 0), empty);
          FuzzAnswer answer = client.send(request);
          report.add(request, answer, oracle.complaints(request, answer));
        }
      }
      assertThat(OF_OTHERS)
          .allSatisfy(request -> {
            String[] parts = request.split(" ");
            Answer answer = shop.storefront().send(parts[0], parts[1], null);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
          });
      for (Operation operation : contract.operations()) {
        FuzzRequest request = requests.carefulRequest(operation, 1);
        FuzzAnswer answer = client.send(request);
        report.add(request, answer, oracle.complaints(request, answer));
      }
    }

    assertThat(report.findings()).isEmpty();
  }

  /** Carts have references in caches that all shoppers share. */
  private static boolean isOfCarts(Empty empty) {
    return empty.operation().path().startsWith("/store/carts");
  }

  private List<Empty> all() {
    List<Empty> all = new ArrayList<>();
    for (Operation operation : contract.operations()) {
      // Ends what the other requests are about.
      if (operation.method().equals(HttpMethod.DELETE) || operation.managesSession()) {
        continue;
      }
      if (operation.query() != null) {
        places(operation.query())
            .forEach(place -> QUERIES.forEach(form -> all.add(new Empty(operation, place, form))));
      }
      if (operation.body() != null) {
        places(operation.body())
            .forEach(place -> VALUES.forEach(value -> all.add(new Empty(operation, place, value))));
      }
    }
    return all;
  }

  /** Names of the properties, and those within them. */
  private static List<List<String>> places(JsonObject schema) {
    List<List<String>> places = new ArrayList<>();
    for (Map.Entry<String, Object> property :
        schema.getJsonObject("properties", new JsonObject())) {
      places.add(List.of(property.getKey()));
      JsonObject value = (JsonObject) property.getValue();
      JsonObject within = value.getJsonObject("items", value);
      within
          .getJsonObject("properties", new JsonObject())
          .fieldNames()
          .forEach(inner -> places.add(List.of(property.getKey(), inner)));
    }
    return places;
  }

  private static FuzzRequest with(FuzzRequest base, Empty empty) {
    String target = base.target();
    Map<String, String> headers = new HashMap<>(base.headers());
    Buffer body = base.body();
    if (empty.value().contains("%s")) {
      String name =
          empty.place().getFirst()
              + (empty.place().size() > 1 ? "[" + empty.place().getLast() + "]" : "");
      target = target.replaceFirst("\\?.*", "") + "?" + empty.value().formatted(name);
    } else {
      headers.put("content-type", "application/json");
      JsonObject object =
          body == null || body.length() == 0 ? new JsonObject() : body.toJsonObject();
      // What is optional may change the shop for the later requests.
      JsonArray required =
          Objects.requireNonNull(base.operation().body()).getJsonArray("required", new JsonArray());
      object.getMap().keySet().removeIf(name -> !required.contains(name));
      put(object, empty.place(), new JsonArray("[" + empty.value() + "]").getValue(0));
      body = object.toBuffer();
    }
    return new FuzzRequest(
        base.number(),
        base.operation(),
        base.method(),
        target,
        headers,
        body,
        base.caller(),
        List.of("empty " + empty.place()),
        false,
        true);
  }

  private static void put(JsonObject object, List<String> place, @Nullable Object value) {
    String name = place.getFirst();
    if (place.size() == 1) {
      object.put(name, value);
      return;
    }
    List<String> inner = place.subList(1, place.size());
    switch (object.getValue(name)) {
      case JsonArray array when !array.isEmpty() && array.getValue(0) instanceof JsonObject first ->
          put(first, inner, value);
      case JsonObject current -> put(current, inner, value);
      case null, default -> {
        JsonObject made = new JsonObject();
        put(made, inner, value);
        object.put(name, made);
      }
    }
  }
}
