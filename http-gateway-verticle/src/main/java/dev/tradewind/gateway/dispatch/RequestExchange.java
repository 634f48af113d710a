package dev.tradewind.gateway.dispatch;

import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;

/**
 * Authenticated request of an operation, and its response.
 *
 * @param call with the principal of the caller
 */
record RequestExchange(
    RoutingContext context, DispatchedOperation target, CallContext call, Caller caller) {

  Operation operation() {
    return target.operation();
  }

  HttpServerRequest request() {
    return context.request();
  }

  Principal principal() {
    return caller.principal();
  }
}
