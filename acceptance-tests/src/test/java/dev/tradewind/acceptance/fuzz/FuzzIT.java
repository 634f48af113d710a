package dev.tradewind.acceptance.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.contract.ResponseValidator;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Thousands of requests to every operation of the contract, many of them broken: none breaks the
 * shop, and every answer is one that the contract promises. docs/testing.md says how to run more.
 */
class FuzzIT {

  private static final FuzzPlan PLAN = FuzzPlan.fromSystemProperties();

  private static Shop shop;

  private final Contract contract = Contract.load();
  private final KnownValues known = new KnownValues();
  private final FuzzReport report = new FuzzReport();
  private final Verdict verdict = new Verdict(new ResponseValidator(contract));
  private final AtomicInteger next = new AtomicInteger();
  private Visitors visitors;

  @BeforeAll
  static void open() {
    shop = Shop.publishingTo(TestKafka.bootstrapServers());
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void noRequestBreaksTheShopOrTheContract() throws Exception {
    System.out.printf(
        "Fuzzing: seed %d, %d requests (-Dtradewind.fuzz.seed=%d)%n",
        PLAN.seed(), PLAN.requests(), PLAN.seed());
    visitors = new Visitors(shop);
    FuzzShop.fill(shop, contract, known, visitors.userHeaders());
    RequestGenerator requests =
        new RequestGenerator(PLAN, contract.operations(), names(), known, visitors);
    long start = System.nanoTime();
    try (ExecutorService senders = Executors.newFixedThreadPool(PLAN.concurrency())) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < PLAN.concurrency(); i++) {
        running.add(senders.submit(() -> sendAll(requests)));
      }
      for (Future<?> sender : running) {
        sender.get();
      }
    }
    System.out.printf(
        "Fuzzing: %d s, %s%n", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start), report.summary());

    assertThat(report.findings()).as("seed %d", PLAN.seed()).isEmpty();
  }

  /** One connection, so that a request that spoils it is seen by the next. */
  private Void sendAll(RequestGenerator requests) throws IOException {
    try (FuzzClient client = new FuzzClient(shop.storefront().url())) {
      FuzzRequest before = null;
      for (int number = next.getAndIncrement();
          number < PLAN.requests();
          number = next.getAndIncrement()) {
        FuzzRequest request = requests.request(number);
        try {
          judge(request, client.send(request));
        } catch (IOException lost) {
          report.lost(request, lost, before);
        }
        before = request;
      }
    }
    return null;
  }

  private void judge(FuzzRequest request, FuzzAnswer answer) {
    report.add(request, answer, verdict.complaints(request, answer));
    Operation operation = request.operation();
    if (answer.status() == 200 && answer.body().startsWith("{")) {
      known.learn(new JsonObject(answer.body()));
    }
    boolean endedSession = operation.managesSession() && answer.status() < 300;
    if (request.visitor() == Visitor.CUSTOMER
        && (endedSession
            || (answer.status() == 401 && request.visitor().mayCall(operation.access())))) {
      visitors.renewCustomer(request.number());
    }
  }

  /** All property names that answers can have; what expand, fields and order may name. */
  private List<String> names() {
    TreeSet<String> names = new TreeSet<>();
    for (String surface : contract.surfaces()) {
      collect(contract.document(surface).toJsonObject().getJsonObject("components"), names);
    }
    return List.copyOf(names);
  }

  private static void collect(Object value, TreeSet<String> names) {
    if (value instanceof JsonObject object) {
      if (object.getValue("properties") instanceof JsonObject properties) {
        names.addAll(properties.fieldNames());
      }
      object.forEach(entry -> collect(entry.getValue(), names));
    } else if (value instanceof JsonArray array) {
      array.forEach(element -> collect(element, names));
    }
  }
}
