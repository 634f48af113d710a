package dev.tradewind.acceptance.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.contract.ResponseValidator;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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

  /** How often an operation that has accepted nothing is asked again. */
  private static final int MOST_ATTEMPTS = 1_000;

  /** Of these nothing is accepted: what they ask for travels in letters, or is in another house. */
  private static final Set<String> OUT_OF_REACH =
      Set.of(
          "adminAcceptInvite",
          "adminResetPasswordUser",
          "storePasswordResetCustomer",
          "adminGenerateAppToken");

  private static Shop shop;

  private final Contract contract = Contract.load();
  private final KnownValues known = new KnownValues();
  private final FuzzReport report = new FuzzReport();
  private final ResponseOracle verdict = new ResponseOracle(new ResponseValidator(contract));
  private final AtomicInteger next = new AtomicInteger();
  private TestCallers visitors;

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
    visitors = new TestCallers(shop, known);
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
        "Fuzzing: %d s, %s%n",
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start), report.summary());
    tryAgain(requests);

    assertThat(report.findings()).as("seed %d", PLAN.seed()).isEmpty();
    assertThat(refusing().stream().map(report::refusal))
        .as("never accepted, seed %d", PLAN.seed())
        .isEmpty();
  }

  /** What chance alone did not bring about is asked for with care, beside new things to ask for. */
  private void tryAgain(RequestGenerator requests) throws IOException {
    List<Operation> refusing = refusing();
    long start = System.nanoTime();
    int sent = 0;
    try (FuzzClient client = new FuzzClient(shop.storefront().url())) {
      for (int attempt = 0; attempt < MOST_ATTEMPTS && !refusing().isEmpty(); attempt++) {
        boolean makesNew = attempt % 10 == 0;
        for (Operation operation : contract.operations()) {
          if (isRefusing(operation) || (makesNew && makesThings(operation))) {
            FuzzRequest request = requests.carefulRequest(operation, attempt);
            judge(request, client.send(request));
            sent++;
          }
        }
      }
    }
    System.out.printf(
        "Fuzzing: %d s, %d more requests for %s%n",
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start),
        sent,
        refusing.stream().map(Operation::id).toList());
  }

  /** Or brings them to where more can be asked for: what is refunded was captured before. */
  private static boolean makesThings(Operation operation) {
    return operation.method().equals(HttpMethod.POST)
        && (operation.path().indexOf('{') < 0 || operation.path().endsWith("/capture"))
        && !operation.managesSession();
  }

  private List<Operation> refusing() {
    return contract.operations().stream().filter(this::isRefusing).toList();
  }

  private boolean isRefusing(Operation operation) {
    return !OUT_OF_REACH.contains(operation.id()) && !report.hasAccepted(operation);
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
      learn(new JsonObject(answer.body()));
    }
    boolean endedSession = operation.managesSession() && answer.status() < 300;
    if (request.visitor() == TestCaller.CUSTOMER
        && (endedSession
            || (answer.status() == 401 && request.visitor().mayCall(operation.access())))) {
      visitors.renewCustomer(request.headers().get("cookie"));
    }
  }

  private void learn(JsonObject answer) {
    if (answer.getBoolean("deleted", false)) {
      known.forget(answer.getString("id"));
    } else {
      known.learn(answer);
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
