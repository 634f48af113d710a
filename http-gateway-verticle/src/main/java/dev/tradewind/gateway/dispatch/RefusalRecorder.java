package dev.tradewind.gateway.dispatch;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.Refusal;
import dev.tradewind.api.customer.SessionCookieName;
import dev.tradewind.gateway.auth.Credentials;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recorder of refused requests for the audit log. Equal ones of a second make one entry with their
 * number, so that a flood of them writes little; addresses beyond a limit are counted together.
 * Belongs to one event loop.
 */
public final class RefusalRecorder {

  private static final Logger LOG = LoggerFactory.getLogger(RefusalRecorder.class);

  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int MAX_WAITING = 500;

  /** Subject of requests without a valid credential: whose it was is not known. */
  private static final String UNKNOWN = "unknown";

  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int TOO_MANY_REQUESTS = 429;

  private record Kind(
      int status, String operation, Principal principal, @Nullable String address) {}

  private final Vertx vertx;
  private final CustomerClient customers;
  private final Clock clock;
  private final Map<Kind, Refusal> waiting = new LinkedHashMap<>();
  private boolean isScheduled;

  public RefusalRecorder(Vertx vertx, CustomerClient customers, Clock clock) {
    this.vertx = vertx;
    this.customers = customers;
    this.clock = clock;
  }

  /**
   * Whether a response is recorded. A 401 is, if the operation needs a credential and the request
   * has one: others are requests of clients that have not logged in, and failed logins, which have
   * entries of their own.
   */
  static boolean isRefusal(
      int status, Operation operation, HttpServerRequest request, SessionCookieName cookie) {
    return isRefusal(status, operation.needsCredential(), operation.surface(), request, cookie);
  }

  /** The same of a request that is none of an operation. */
  public static boolean isRefusal(
      int status,
      boolean needsCredential,
      ApiSurface surface,
      HttpServerRequest request,
      SessionCookieName cookie) {
    return status == FORBIDDEN
        || status == TOO_MANY_REQUESTS
        || (status == UNAUTHORIZED
            && needsCredential
            && Credentials.arePresent(request, surface, cookie));
  }

  public void record(
      int status,
      String operation,
      Principal principal,
      @Nullable String address,
      String requestId) {
    String subject = status == UNAUTHORIZED ? UNKNOWN : operation;
    add(new Refusal(status, subject, principal, address, requestId, 1));
    if (!isScheduled) {
      isScheduled = true;
      vertx.setTimer(INTERVAL.toMillis(), tick -> flush());
    }
  }

  private void add(Refusal refusal) {
    Kind kind =
        new Kind(refusal.status(), refusal.operation(), refusal.principal(), refusal.address());
    if (waiting.size() >= MAX_WAITING && !waiting.containsKey(kind)) {
      kind = new Kind(refusal.status(), refusal.operation(), Principal.ANONYMOUS, null);
    }
    waiting.merge(kind, of(kind, refusal), RefusalRecorder::sum);
  }

  private static Refusal of(Kind kind, Refusal one) {
    return new Refusal(
        kind.status(),
        kind.operation(),
        kind.principal(),
        kind.address(),
        one.requestId(),
        one.count());
  }

  private static Refusal sum(Refusal earlier, Refusal later) {
    return new Refusal(
        earlier.status(),
        earlier.operation(),
        earlier.principal(),
        earlier.address(),
        earlier.requestId(),
        earlier.count() + later.count());
  }

  /** Sends what is waiting; without an answer it stays until the next time. */
  public Future<Void> flush() {
    isScheduled = false;
    if (waiting.isEmpty()) {
      return Future.succeededFuture();
    }
    List<Refusal> sent = List.copyOf(waiting.values());
    waiting.clear();
    return customers
        .recordRefusals(CallContext.system(clock, TIMEOUT), sent)
        .recover(failure -> {
          LOG.warn("Recording {} refusals failed: {}", sent.size(), failure.toString());
          sent.forEach(this::add);
          return Future.succeededFuture();
        });
  }
}
