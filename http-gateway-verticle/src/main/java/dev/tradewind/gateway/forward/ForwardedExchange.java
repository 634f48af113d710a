package dev.tradewind.gateway.forward;

import dev.tradewind.api.audit.ForwardedWrite;
import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.auth.Credentials;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.gateway.dispatch.RefusalRecorder;
import dev.tradewind.gateway.dispatch.RouteAdmission;
import dev.tradewind.gateway.files.FileUploadHandler;
import dev.tradewind.gateway.http.CallContexts;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.http.RequestIdHandler;
import dev.tradewind.gateway.proxy.ProxyBodies;
import dev.tradewind.gateway.proxy.ProxyHeaders;
import dev.tradewind.gateway.proxy.RequestHead;
import dev.tradewind.gateway.proxy.TappedStream;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.CurrentCall;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.ratelimit.ClientNetwork;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.RequestOptions;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One forwarded request and its answer. */
final class ForwardedExchange {

  private static final Logger LOG = LoggerFactory.getLogger(ForwardedExchange.class);

  /** Token about the caller; what a client sends under this name does not pass. */
  static final String CALLER = "x-tradewind-caller";

  private static final String PUBLISHABLE_KEY = "x-publishable-api-key";
  private static final String EVENT_STREAM = "text/event-stream";

  /** Headers of an answer that the gateway itself answers for. */
  private static final Set<String> OWN =
      Set.of("strict-transport-security", RequestIdHandler.REQUEST_ID);

  /** End of a request that its client caused; nothing is answered. */
  private static final class ClientGoneException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ClientGoneException() {
      super("The client has closed the connection", null, false, false);
    }
  }

  private final RouteForwarder forwarder;
  private final GatewayContext gateway;
  private final RoutingContext context;
  private final HttpServerRequest request;
  private final ForwardedRoute route;
  private final String name;
  private final RouteForwarder.Connection connection;
  private final CallContext call;
  private final Promise<HttpClientResponse> head = Promise.promise();
  private Principal principal = Principal.ANONYMOUS;
  private @Nullable HttpClientRequest passed;
  private @Nullable StallTimer stalling;
  private long received;
  private boolean isGone;

  ForwardedExchange(RouteForwarder forwarder, RoutingContext context, ForwardedRoute route) {
    this.forwarder = forwarder;
    this.gateway = forwarder.gateway();
    this.context = context;
    this.request = context.request();
    this.route = route;
    this.name = route.name(request.method());
    this.connection = forwarder.connection(route.service().name());
    this.call =
        gateway
            .calls()
            .of(context, null, route.path().text())
            .from(gateway.forwarded().clientAddress(request));
  }

  /** Begins at once to read the body, so that none of it is lost while the caller is looked up. */
  void begin() {
    context.addEndHandler(ended -> {
      if (ended.failed()) {
        clientGone();
      }
    });
    Future.<Void>succeededFuture()
        .compose(begun -> {
          refuseUnsafe();
          return RequestHead.read(gateway.vertx(), request, gateway.config().requestTimeout());
        })
        .compose(read -> {
          count(read.content());
          return admitted().compose(caller -> forward(read, caller));
        })
        .onFailure(this::refuse);
  }

  private void refuseUnsafe() {
    if (route.isCostly(request.method())) {
      forwarder.limiter().countCostly(call.address());
    }
    if (PathReadings.leadElsewhere(request.path()) || forwarder.isAmbiguous(request, route)) {
      throw Problem.invalidData("The request is malformed");
    }
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null && length.length() < 19 && Long.parseLong(length) > route.maxBody()) {
      throw tooLarge();
    }
  }

  private Problem tooLarge() {
    return Problem.tooLarge("The body is larger than %s bytes".formatted(route.maxBody()));
  }

  /** Counts a part of the body that arrives. */
  private void count(Buffer chunk) {
    received += chunk.length();
    if (received > route.maxBody()) {
      throw tooLarge();
    }
  }

  private Future<Caller> admitted() {
    ApiSurface surface = route.surface();
    return gateway
        .authenticator()
        .caller(request, surface, call)
        .map(caller -> {
          principal = caller.principal();
          CurrentCall.begin(name, call.withPrincipal(principal));
          forwarder
              .admission()
              .require(
                  context,
                  caller,
                  surface,
                  route.permission(),
                  route.callers() == ForwardedRoute.Callers.CUSTOMER);
          return caller;
        });
  }

  private boolean isWrite() {
    return RouteAdmission.isWrite(request.method());
  }

  private Future<Void> forward(RequestHead read, Caller caller) {
    return recorded()
        .compose(recorded -> channels())
        .compose(channels -> {
          if (isGone) {
            throw new ClientGoneException();
          }
          MultiMap told = told(caller, channels);
          String network = ClientNetwork.of(call.address());
          connection.load().enter(network);
          return answered(read, told)
              .compose(this::answer)
              .onComplete(done -> connection.load().leave(network));
        });
  }

  /** No write of staff reaches a service without an entry of the audit log. */
  private Future<Void> recorded() {
    if (route.permission() == null || !isWrite()) {
      return Future.succeededFuture();
    }
    return forwarder
        .customers()
        .recordForwardedWrite(
            call.withPrincipal(principal),
            new ForwardedWrite(
                name,
                route.service().name(),
                CallContexts.shownPath(context, route.path().text())));
  }

  private Future<List<String>> channels() {
    String key = request.getHeader(PUBLISHABLE_KEY);
    if (key == null || key.isBlank()) {
      return Future.succeededFuture(List.of());
    }
    return forwarder.catalog().findSalesChannelsOfKey(call.withPrincipal(principal), key);
  }

  /** Headers that tell the service about the caller. */
  private MultiMap told(Caller caller, List<String> channels) {
    MultiMap told = MultiMap.caseInsensitiveMultiMap();
    told.set(
        CALLER,
        forwarder
            .tokens()
            .issue(
                route.service(),
                caller,
                forwarder.admission().access().permissions(caller),
                channels));
    String v1 = forwarder.tokens().issueV1(route.service(), caller);
    if (v1 != null) {
      told.set(HttpHeaders.AUTHORIZATION, "Bearer " + v1);
    }
    String requestId = context.get(RequestIdHandler.REQUEST_ID);
    told.set(RequestIdHandler.REQUEST_ID, requestId);
    if (call.traceparent() != null) {
      told.set("traceparent", call.traceparent());
    }
    if (call.tracestate() != null) {
      told.set("tracestate", call.tracestate());
    }
    return told;
  }

  /** The head of the answer; the circuit breaker learns how it went. */
  private Future<HttpClientResponse> answered(RequestHead read, MultiMap told) {
    CircuitBreaker breaker = connection.load().breaker();
    Duration deadline = route.service().deadline();
    Duration idle = route.service().idle();
    StallTimer timer =
        new StallTimer(
            gateway.vertx(),
            deadline.compareTo(idle) < 0 ? deadline : idle,
            () -> request.isEnded() ? deadline : idle,
            this::stalled);
    stalling = timer;
    boolean mayRepeat = !isWrite() && read.isWhole();
    attempt(read, told, mayRepeat).onSuccess(head::tryComplete).onFailure(head::tryFail);
    return head.future()
        .onComplete(done -> {
          timer.stop();
          if (done.succeeded()) {
            breaker.succeeded();
          } else if (isOfClient(done.cause())) {
            breaker.abandoned();
          } else {
            breaker.failed();
          }
        })
        .recover(failure -> {
          reset();
          return Future.failedFuture(isOfClient(failure) ? failure : failed(failure));
        });
  }

  private void stalled() {
    boolean isOfClient = !request.isEnded() && passed != null && !passed.writeQueueFull();
    head.tryFail(
        isOfClient
            ? new RequestHead.LateBodyException()
            : Problem.timedOut(
                "The service %s did not answer in time. Please retry."
                    .formatted(route.service().name())));
    reset();
  }

  private static boolean isOfClient(Throwable failure) {
    return failure instanceof ClientGoneException
        || failure instanceof RequestHead.LateBodyException
        || Problem.is(failure, Problem.Kind.TOO_LARGE);
  }

  private Problem failed(Throwable failure) {
    LOG.warn(
        "Forwarding {} of request {} to the service {} failed: {}",
        name,
        call.commandId(),
        route.service(),
        failure.toString());
    return failure instanceof Problem problem ? problem : connection.load().unavailable();
  }

  /** A read without a byte of an answer is sent once more: its connection may have been closed. */
  private Future<HttpClientResponse> attempt(RequestHead read, MultiMap told, boolean mayRepeat) {
    return connection
        .client()
        .request(new RequestOptions().setMethod(request.method()).setURI(target()))
        .compose(opened -> {
          passed = opened;
          if (head.future().isComplete()) {
            opened.reset();
            throw new ClientGoneException();
          }
          opened.exceptionHandler(
              failure -> LOG.debug("A request to {} ended", route.service(), failure));
          tell(opened.headers(), told);
          return ProxyBodies.send(request, read, new TappedStream(request, this::pass), opened);
        })
        .recover(failure ->
            mayRepeat && !head.future().isComplete()
                ? attempt(read, told, false)
                : Future.failedFuture(failure));
  }

  private String target() {
    String uri = RequestIdHandler.originalUri(context);
    if (uri.startsWith("/")) {
      return uri;
    }
    String query = request.query();
    return query == null ? request.path() : request.path() + "?" + query;
  }

  private void tell(MultiMap headers, MultiMap told) {
    ProxyHeaders.ofRequest(request, gateway.forwarded(), headers);
    if (!route.forwardsCredentials()) {
      Credentials.removeFrom(headers);
    }
    headers.remove(CALLER).remove("traceparent").remove("tracestate");
    told.forEach((header, value) -> headers.set(header, value));
  }

  private void pass(Buffer chunk) {
    if (stalling != null) {
      stalling.progress();
    }
    received += chunk.length();
    if (received > route.maxBody()) {
      head.tryFail(tooLarge());
      reset();
    }
  }

  private Future<Void> answer(HttpClientResponse answer) {
    HttpServerResponse response = context.response();
    if (response.closed()) {
      reset();
      return Future.failedFuture(new ClientGoneException());
    }
    forwarder.counter(name).answered(context, answer.statusCode());
    response.setStatusCode(answer.statusCode()).setStatusMessage(answer.statusMessage());
    copyHeaders(answer.headers(), response.headers());
    Duration idle = route.service().idle();
    StallTimer timer = new StallTimer(gateway.vertx(), idle, () -> idle, this::reset);
    boolean isEventStream =
        String.valueOf(answer.getHeader(HttpHeaders.CONTENT_TYPE)).startsWith(EVENT_STREAM);
    if (isEventStream) {
      forwarder.eventStreams().add(this);
    }
    return ProxyBodies.answer(request, answer, new TappedStream(answer, chunk -> timer.progress()))
        .onComplete(done -> {
          timer.stop();
          forwarder.eventStreams().remove(this);
        });
  }

  /** The service's headers replace those of the gateway, except what the gateway answers for. */
  private void copyHeaders(MultiMap from, MultiMap to) {
    MultiMap passing = ProxyHeaders.ofAnswer(from);
    for (String header : passing.names()) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("access-control-") || OWN.contains(lower)) {
        continue;
      }
      if (lower.equals("set-cookie")) {
        addCookies(passing.getAll(header), to);
      } else if (lower.equals("vary")) {
        to.add(header, passing.getAll(header));
      } else {
        to.set(header, passing.getAll(header));
      }
    }
  }

  /** A service sets cookies only where it gets them, and never the one of a login. */
  private void addCookies(List<String> cookies, MultiMap to) {
    if (route.forwardsCredentials()) {
      String login = gateway.config().security().sessionCookie().text() + "=";
      cookies.stream()
          .filter(cookie -> !cookie.strip().startsWith(login))
          .forEach(cookie -> to.add(HttpHeaders.SET_COOKIE, cookie));
    }
  }

  /** Ends a stream of events as its service would. */
  void endStream() {
    context.response().end();
    reset();
  }

  private void clientGone() {
    isGone = true;
    head.tryFail(new ClientGoneException());
    reset();
  }

  private void reset() {
    if (passed != null) {
      passed.reset();
    }
  }

  private void refuse(Throwable failure) {
    HttpServerResponse response = context.response();
    if (failure instanceof ClientGoneException || response.closed() || response.ended()) {
      return;
    }
    if (response.headWritten()) {
      response.reset(); // Half an answer must not look like a whole one.
      return;
    }
    Reply reply =
        failure instanceof RequestHead.LateBodyException
            ? HttpResponses.LATE_BODY
            : Reply.problem(HttpResponses.problem(context, name, failure));
    forwarder.counter(name).answered(context, reply.status());
    if (RefusalRecorder.isRefusal(
        reply.status(),
        route.callers() != ForwardedRoute.Callers.ANYONE,
        route.surface(),
        request,
        gateway.config().security().sessionCookie())) {
      forwarder
          .refusals()
          .record(reply.status(), name, principal, call.address(), call.commandId());
    }
    FileUploadHandler.discardRest(request);
    HttpResponses.send(response, reply);
  }
}
