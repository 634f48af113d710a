package dev.tradewind.launcher.node;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Warm-up of a node before it is ready: requests to itself, so that the JVM has loaded and compiled
 * what the first requests of clients need. They read, or are refused by validation; none changes
 * data. A node with a gateway sends them over HTTP, one without to its own verticles.
 */
final class WarmUp {

  /** Enough for the first compilation of everything on the path of a request. */
  private static final int REQUESTS = 2_000;

  /** Few, so that a warm-up beside other nodes of the machine or the database is no load test. */
  private static final int CONCURRENCY = 4;

  private static final int LINES = 5;

  /** Trace context of a client that wants no trace: the first traces belong to shoppers. */
  private static final String NOT_SAMPLED =
      "00-00000000000000000000000000000001-0000000000000001-00";

  private static final int PAGE = 20;

  private final Vertx vertx;
  private final Clock clock;
  private final Duration bound;
  private final AtomicInteger sent = new AtomicInteger();
  private final long end;

  /**
   * @param bound maximum duration
   */
  WarmUp(Vertx vertx, Clock clock, Duration bound) {
    this.vertx = vertx;
    this.clock = clock;
    this.bound = bound;
    this.end = System.nanoTime() + bound.toNanos();
  }

  /** Sends the requests to the gateway of this node. */
  Future<?> overHttp(String host, int port) {
    String reachable = host.equals("0.0.0.0") ? "127.0.0.1" : host;
    HttpClientAgent client =
        vertx.createHttpClient(
            new HttpClientOptions().setDefaultHost(reachable).setDefaultPort(port));
    sent.incrementAndGet();
    return bounded(
            exchange(client, HttpMethod.GET, "/store/products?limit=" + PAGE, Buffer.buffer())
                .map(WarmUp::ids)
                .otherwise(List.of())
                .compose(products -> repeat(requests(client, products))))
        .eventually(client::close);
  }

  private static List<String> ids(Buffer list) {
    JsonArray products = list.toJsonObject().getJsonArray("products", new JsonArray());
    return IntStream.range(0, products.size())
        .mapToObj(i -> products.getJsonObject(i).getString("id"))
        .toList();
  }

  private List<Supplier<Future<?>>> requests(HttpClientAgent client, List<String> products) {
    List<String> paths = new ArrayList<>();
    paths.add("/store/products?limit=" + PAGE);
    paths.add("/store/products?q=a&offset=1");
    products.forEach(product -> paths.add("/store/products/" + product));
    paths.add("/store/regions");
    paths.add("/store/collections");
    paths.add("/store/shipping-options");
    paths.add("/store/return-reasons");
    paths.add("/store/carts/cart_absent");
    paths.add("/store/orders/order_absent");
    paths.add("/store/customers/me");
    paths.add("/admin/products");
    List<Supplier<Future<?>>> requests = new ArrayList<>();
    for (String path : paths) {
      requests.add(() -> exchange(client, HttpMethod.GET, path, Buffer.buffer()));
    }
    // Refused by validation, after it has read the whole body.
    Buffer invalid =
        new JsonObject()
            .put("country_code", "de")
            .put("items", new JsonArray().add(new JsonObject().put("quantity", "many")))
            .toBuffer();
    requests.add(() -> exchange(client, HttpMethod.POST, "/store/carts", invalid));
    requests.add(() -> Future.succeededFuture(totals()));
    return requests;
  }

  private static Future<Buffer> exchange(
      HttpClientAgent client, HttpMethod method, String path, Buffer body) {
    return client
        .request(method, path)
        .compose(request -> send(request, body))
        .compose(response -> response.body());
  }

  private static Future<HttpClientResponse> send(HttpClientRequest request, Buffer body) {
    request.putHeader("traceparent", NOT_SAMPLED);
    if (body.length() == 0) {
      return request.send();
    }
    return request.putHeader("content-type", "application/json").send(body);
  }

  /** Sends the requests to the verticles of this node. */
  Future<?> overEventBus(Set<VerticleType> parts) {
    OperationClient bus = new OperationClient(vertx, clock);
    List<Supplier<Future<?>>> requests = new ArrayList<>();
    if (parts.contains(VerticleType.CATALOG)) {
      requests.add(() -> read(bus, VerticleType.CATALOG, "storeListProducts", new JsonObject()));
      requests.add(() -> read(bus, VerticleType.CATALOG, "storeListRegions", new JsonObject()));
      requests.add(() -> read(bus, VerticleType.CATALOG, "storeListCollections", new JsonObject()));
      requests.add(
          () -> read(bus, VerticleType.CATALOG, "storeListShippingOptions", new JsonObject()));
    }
    if (parts.contains(VerticleType.CART)) {
      JsonObject absent = new JsonObject().put("id", "cart_absent");
      requests.add(() -> read(bus, VerticleType.CART, "storeGetCart", absent));
    }
    if (parts.contains(VerticleType.ORDER)) {
      JsonObject absent = new JsonObject().put("id", "order_absent");
      requests.add(() -> read(bus, VerticleType.ORDER, "storeGetOrder", absent));
    }
    requests.add(() -> Future.succeededFuture(totals()));
    return bounded(repeat(requests));
  }

  private Future<?> read(
      OperationClient bus, VerticleType part, String operation, JsonObject path) {
    CallContext call = CallContext.system(clock, bound).withPrincipal(Principal.ANONYMOUS);
    return bus.send(
        part.address(),
        operation,
        call,
        Request.input(path, new JsonObject(), null, new JsonObject()));
  }

  /** Totals of a cart that exists in memory only. */
  private static CartTotals totals() {
    List<TaxRate> rates = List.of(new TaxRate(new BigDecimal("19"), "default", "default"));
    List<TaxableLine> lines =
        IntStream.range(0, LINES)
            .mapToObj(i -> new TaxableLine("item_" + i, 999 + i, 1 + i, i % 2 == 0, rates, true))
            .toList();
    return CartTotals.of(
        TotalsInput.of(lines, List.of(new TaxableMethod("sm_1", 500, false, rates))));
  }

  /** A request without a response must not delay the node any longer. */
  private Future<?> bounded(Future<?> requests) {
    return requests
        .timeout(bound.toMillis(), TimeUnit.MILLISECONDS)
        .transform(ended -> Future.succeededFuture());
  }

  /** Number of requests so far. */
  int sent() {
    return sent.get();
  }

  private Future<?> repeat(List<Supplier<Future<?>>> requests) {
    return Future.join(IntStream.range(0, CONCURRENCY).mapToObj(lane -> next(requests)).toList());
  }

  /** A failed request does not fail the warm-up: readiness has its own checks. */
  private Future<Void> next(List<Supplier<Future<?>>> requests) {
    int number = sent.getAndIncrement();
    if (number >= REQUESTS || System.nanoTime() > end) {
      sent.decrementAndGet();
      return Future.succeededFuture();
    }
    return Future.<Void>future(promise ->
            requests
                .get(number % requests.size())
                .get()
                // On a fresh stack: requests that complete at once would overflow this one.
                .onComplete(done -> vertx.runOnContext(later -> promise.complete())))
        .compose(done -> next(requests));
  }
}
