package dev.tradewind.acceptance.fuzz;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.CausedEventRecorder;
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
 * Fuzz test of every operation of the contract with thousands of valid and broken requests: no
 * request causes an internal error, and every response conforms to the contract. docs/testing.md
 * describes longer runs.
 */
class FuzzIT {

  private static final FuzzPlan PLAN = FuzzPlan.fromSystemProperties();

  /** Maximum number of retries for an operation without an accepted request. */
  private static final int MAX_ATTEMPTS = 500;

  /** Retries after which operations may be missed by chance. */
  private static final int ATTEMPTS_FOR_ALL = 100;

  /**
   * So many operations may be missed by chance: by the order of concurrent requests, of which one
   * may also spoil what the others were prepared with.
   */
  private static final int MISSED_BY_CHANCE = 2;

  /**
   * Operations that no generated request reaches: they need a token that is only sent by e-mail, a
   * third-party server, a login or session of a person, an account that is newer than its order, or
   * a time-based password.
   */
  private static final Set<String> NOT_ACCEPTED =
      Set.of(
          "adminAcceptInvite",
          "adminResetPasswordUser",
          "storePasswordResetCustomer",
          "storeClaimPlacedOrder",
          "storeConfirmOrderCustomer",
          "adminGenerateAppToken",
          "adminCreateApiToken",
          "adminConfirmSecondFactor",
          "adminRemoveSecondFactorOfUser",
          "adminEndLogin",
          "adminEndOtherLogins",
          "adminEnrollSecondFactor",
          "adminRemoveSecondFactor");

  /** Resources in each state that operations require, at the beginning. */
  private static final int PREPARED = 2;

  private static final int UNAVAILABLE = 503;
  private static final int MAX_SENT = 5;

  private static Shop shop;

  private final Contract contract = Contract.load();
  private final KnownValues known = new KnownValues();
  private final FuzzReport report = new FuzzReport();
  private final ResponseOracle verdict = new ResponseOracle(new ResponseValidator(contract));
  private final AtomicInteger next = new AtomicInteger();
  private TestCallers callers;
  private AfterSaleFixtures afterSale;

  @BeforeAll
  static void open() {
    shop = Shop.publishingTo(TestKafka.bootstrapServers());
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void noRequestCausesAnInternalErrorOrViolatesTheContract() throws Exception {
    System.out.printf(
        "Fuzzing: seed %d, %d requests (-Dtradewind.fuzz.seed=%d)%n",
        PLAN.seed(), PLAN.requests(), PLAN.seed());
    callers = new TestCallers(shop, known);
    FuzzShop.fill(shop, contract, known, callers.userHeaders());
    afterSale = new AfterSaleFixtures(shop, known, callers.userHeaders());
    for (int i = 0; i < PREPARED; i++) {
      afterSale.prepare(operation -> true);
    }
    RequestGenerator requests =
        new RequestGenerator(PLAN, contract.operations(), names(), known, callers);
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
        .hasSizeLessThanOrEqualTo(MISSED_BY_CHANCE);
  }

  /**
   * Retries operations without an accepted request with valid input, alongside operations that
   * create further resources.
   */
  private void tryAgain(RequestGenerator requests) throws IOException {
    System.out.printf(
        "Fuzzing: trying again %s%n", refusing().stream().map(Operation::id).toList());
    long start = System.nanoTime();
    int sent = 0;
    try (FuzzClient client = new FuzzClient(shop.storefront().url())) {
      for (int attempt = 0; attempt < MAX_ATTEMPTS && isMissing(attempt); attempt++) {
        boolean makesNew = attempt % 10 == 0;
        if (makesNew) {
          Set<String> missing = refusing().stream().map(Operation::id).collect(toSet());
          afterSale.prepare(missing::contains);
        }
        for (Operation operation : contract.operations()) {
          if (isRefusing(operation) || (makesNew && createsResources(operation))) {
            FuzzRequest request = requests.carefulRequest(operation, attempt);
            check(request, send(client, request));
            sent++;
          }
        }
      }
    }
    System.out.printf(
        "Fuzzing: %d s, %d more requests, never accepted: %s%n",
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start),
        sent,
        refusing().stream().map(report::refusal).toList());
  }

  private boolean isMissing(int attempt) {
    return refusing().size() > (attempt < ATTEMPTS_FOR_ALL ? 0 : MISSED_BY_CHANCE);
  }

  /**
   * Whether the operation creates resources, or brings them into a state that others require: a
   * refund needs a capture. Moving the stock of the whole shop to a location takes resources away
   * that others are prepared with.
   */
  private static boolean createsResources(Operation operation) {
    return operation.method().equals(HttpMethod.POST)
        && (operation.path().indexOf('{') < 0 || operation.path().endsWith("/capture"))
        && !operation.managesSession()
        && !operation.id().equals("adminLocateStock");
  }

  private List<Operation> refusing() {
    return contract.operations().stream().filter(this::isRefusing).toList();
  }

  private boolean isRefusing(Operation operation) {
    return !NOT_ACCEPTED.contains(operation.id()) && !report.hasAccepted(operation);
  }

  /** Sends all over one connection, so that the next request detects a corrupted one. */
  private Void sendAll(RequestGenerator requests) throws IOException {
    try (FuzzClient client = new FuzzClient(shop.storefront().url())) {
      FuzzRequest before = null;
      for (int number = next.getAndIncrement();
          number < PLAN.requests();
          number = next.getAndIncrement()) {
        FuzzRequest request = requests.request(number);
        try {
          check(request, send(client, request));
        } catch (IOException lost) {
          report.lost(request, lost, before);
        }
        before = request;
      }
    }
    return null;
  }

  /** A 503 asks for a repetition, as a busy machine may give it; one that stays is a finding. */
  private static FuzzAnswer send(FuzzClient client, FuzzRequest request) throws IOException {
    FuzzAnswer answer = client.send(request);
    for (int sent = 1; answer.status() == UNAVAILABLE && sent < MAX_SENT; sent++) {
      answer = client.send(request);
    }
    return answer;
  }

  private void check(FuzzRequest request, FuzzAnswer answer) {
    report.add(request, answer, verdict.complaints(request, answer));
    Operation operation = request.operation();
    if (answer.status() / 100 == 2 && request.isOfOperation() && answer.requestId() != null) {
      CausedEventRecorder.acceptedByChance(operation, answer.requestId());
    }
    if (answer.status() == 200 && answer.body().startsWith("{")) {
      learn(new JsonObject(answer.body()));
    }
    boolean endedSession = operation.managesSession() && answer.status() < 300;
    if (request.caller() == TestCaller.CUSTOMER
        && (endedSession
            || (answer.status() == 401 && request.caller().mayCall(operation.access())))) {
      callers.renewCustomer(request.headers().get("cookie"));
    }
  }

  private void learn(JsonObject answer) {
    if (answer.getBoolean("deleted", false)) {
      known.forget(answer.getString("id"));
    } else {
      known.learn(answer);
    }
  }

  /** Property names of all responses, as values of expand, fields and order. */
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
