package dev.tradewind.gateway.storefront;

import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.gateway.dispatch.OperationCall;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.storefront.visit.StoreApi;
import dev.tradewind.storefront.visit.StoreCall;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Call of an operation for a page, with the checks of a request of the page's caller.
 *
 * @param knownTags entity tags of bodies that the page has
 */
record PageCall(
    GatewayContext gateway,
    RoutingContext page,
    Operation operation,
    StoreCall call,
    CallContext context,
    List<String> knownTags)
    implements OperationCall {

  private static final String CALLER = "caller-of-page-";

  static PageCall of(
      GatewayContext gateway,
      RoutingContext page,
      Operation operation,
      StoreCall call,
      List<String> knownTags) {
    return new PageCall(
        gateway,
        page,
        operation,
        call,
        gateway.calls().of(page).from(gateway.forwarded().clientAddress(page.request())),
        knownTags);
  }

  @Override
  public HttpServerRequest request() {
    return page.request();
  }

  @Override
  public Map<String, String> path() {
    return call.path();
  }

  @Override
  public String query() {
    return call.query();
  }

  @Override
  public @Nullable Buffer body() {
    return call.body() == null ? null : call.body().toBuffer();
  }

  /** Authenticated once for all operations of a page. */
  @Override
  public Future<Caller> caller() {
    ApiSurface surface = operation.surface();
    @Nullable Future<Caller> known = page.get(CALLER + surface);
    if (known != null) {
      return known;
    }
    Future<Caller> caller =
        gateway.authenticator().caller(request(), surface, context, operation.verticle());
    page.put(CALLER + surface, caller);
    return caller;
  }

  @Override
  public void admitted(JsonObject headers) {
    String language = page.get(StoreApi.LANGUAGE);
    if (language != null) {
      headers.put(Request.PAGE_LANGUAGE, language);
    }
  }

  @Override
  public Future<Reply> reply(CheckedInput input, Function<List<String>, Future<Reply>> owner) {
    return owner.apply(knownTags);
  }
}
