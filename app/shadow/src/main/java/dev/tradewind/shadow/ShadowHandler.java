package dev.tradewind.shadow;

import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.contract.PathTree;
import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.page.GatewayEntry;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.shadow.ShadowRouting.State;
import dev.tradewind.shadow.ShadowRouting.Writes;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * First handler of a gateway in shadow mode. Each request goes to the v1 server or to this service,
 * as the routing of the node says; reads that the v1 server has answered are then compared.
 */
final class ShadowHandler implements GatewayEntry {

  /** Probes of load balancers are about this node. */
  private static final String HEALTH = "/health";

  /** Methods that concern a proxy itself. */
  private static final Set<HttpMethod> UNPASSED = Set.of(HttpMethod.CONNECT, HttpMethod.TRACE);

  private static final String COUNTED = "shadow-counted";

  private final Context context;
  private final ShadowRouting routing;
  private final Router here;
  private final V1Proxy v1;

  /** Paths of uploads, which wait for the authentication of their caller by themselves. */
  private final Set<String> uploads;

  private final PathTree<Operation> reads;
  private final Map<HttpMethod, PathTree<Operation>> writes;
  private final ShopperData shopperData;
  private final Comparisons comparisons;
  private final HeldWrites held;

  /** Whether tokens of the v1 server are known here. */
  private final boolean knowsTokens;

  private final Runnable release = this::onChange;

  /**
   * @param here router of the requests that this service answers
   */
  ShadowHandler(Shadow shadow, GatewayContext gateway, Router here) {
    Vertx vertx = gateway.vertx();
    GatewayConfig config = gateway.config();
    List<Operation> operations = gateway.contract().operations();
    this.context = vertx.getOrCreateContext();
    this.routing = shadow.routing();
    this.here = here;
    this.v1 = new V1Proxy(vertx, shadow.config(), gateway.forwarded(), config.requestTimeout());
    this.reads = PathTree.of(operations, HttpMethod.GET);
    this.writes =
        operations.stream()
            .filter(Operation::isWrite)
            .map(Operation::method)
            .distinct()
            .collect(
                Collectors.toUnmodifiableMap(
                    method -> method, method -> PathTree.of(operations, method)));
    this.shopperData = new ShopperData(operations);
    this.comparisons =
        new Comparisons(
            gateway,
            new ShadowCallers(v1, gateway.clock()),
            shadow.report(),
            shadow.config().samplePercent());
    this.knowsTokens = config.security().v1TokenSecret() != null;
    this.held = new HeldWrites(vertx, config.requestTimeout(), gateway.clock());
    this.uploads =
        operations.stream()
            .filter(operation -> operation.upload().isExpected())
            .map(Operation::path)
            .collect(Collectors.toUnmodifiableSet());
    here.route().order(-1).handler(this::endWrite);
    routing.onChange(release);
  }

  @Override
  public Future<Void> close() {
    routing.removeListener(release);
    return Future.join(v1.close(), comparisons.close()).mapEmpty();
  }

  @Override
  public void handle(HttpServerRequest request) {
    String path = request.path();
    if (path != null && (path.equals(HEALTH) || path.startsWith(HEALTH + "/"))) {
      here.handle(request);
    } else if (UNPASSED.contains(request.method())) {
      HttpResponses.send(request.response(), Reply.text(405, ""));
    } else if (isRead(request.method())) {
      read(request);
    } else {
      write(request, false);
    }
  }

  private static boolean isRead(HttpMethod method) {
    return method.equals(HttpMethod.GET)
        || method.equals(HttpMethod.HEAD)
        || method.equals(HttpMethod.OPTIONS);
  }

  private void read(HttpServerRequest request) {
    State state = routing.state();
    PathTree.Match<Operation> target =
        request.method().equals(HttpMethod.OPTIONS) ? null : reads.find(request.path());
    if (state.allReadsHere() || (target != null && isHere(request, target, state))) {
      here.handle(request);
      return;
    }
    if (target != null && request.method().equals(HttpMethod.GET) && comparisons.begin()) {
      forwardAndCompare(request, target);
    } else {
      v1.forward(request, null);
    }
  }

  /** Logins, and what shoppers write, belong to the v1 server until the writes are here. */
  private boolean isHere(HttpServerRequest request, PathTree.Match<Operation> target, State state) {
    if (ShadowCallers.hasCredential(request)) {
      return false;
    }
    return state.allReadsWithoutLoginHere()
        || (state.readsHere(target.value().id())
            && !ShopperData.isShownBy(target.value())
            && !shopperData.isNamedBy(request, target.parameters().keySet()));
  }

  private void forwardAndCompare(HttpServerRequest request, PathTree.Match<Operation> target) {
    CapturedAnswer answer = new CapturedAnswer();
    v1.forward(request, answer)
        .onSuccess(sent -> comparisons.add(request, target, answer))
        .onFailure(failure -> comparisons.incomplete());
  }

  /**
   * @param isPaused whether it was held
   */
  private void write(HttpServerRequest request, boolean isPaused) {
    switch (routing.beginWrite()) {
      case V1 -> v1.forward(request, null).onComplete(done -> routing.endWrite());
      case HERE -> {
        here.handle(request);
        if (isPaused && !uploads.contains(request.path())) {
          request.resume();
        }
      }
      case HELD -> {
        routing.endWrite();
        State state = routing.state();
        if (!state.heldHere() && needsLoginOfV1(request)) {
          HeldWrites.refuse(request);
        } else {
          held.add(request.pause(), state.heldUntil());
        }
      }
    }
  }

  /** Whether a request can only succeed by a session or token that is unknown here. */
  private boolean needsLoginOfV1(HttpServerRequest request) {
    PathTree<Operation> paths = writes.get(request.method());
    PathTree.Match<Operation> target = paths == null ? null : paths.find(request.path());
    return target != null
        && target.value().needsCredential()
        && ShadowCallers.hasLogin(request, knowsTokens);
  }

  /** Every write that this service answers passes here; a rerouted one passes again. */
  private void endWrite(RoutingContext handled) {
    if (!isRead(handled.request().method()) && handled.get(COUNTED) == null) {
      handled.put(COUNTED, true);
      handled.addEndHandler(ended -> routing.endWrite());
    }
    handled.next();
  }

  private void onChange() {
    context.runOnContext(changed -> {
      if (routing.state().writes() != Writes.HELD) {
        held.release().forEach(request -> write(request, true));
      }
    });
  }
}
