package dev.tradewind.shadow;

import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.contract.PathTree;
import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.gateway.dispatch.OperationCall;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Call of a read that the v1 server has answered, to compare the answers: neither the response of
 * its request nor counted, and of a caller who is known already.
 */
record ComparedCall(
    Operation operation,
    HttpServerRequest request,
    Map<String, String> path,
    CallContext context,
    Future<Caller> caller)
    implements OperationCall {

  static ComparedCall of(
      GatewayContext gateway,
      HttpServerRequest request,
      PathTree.Match<Operation> target,
      Caller caller) {
    return new ComparedCall(
        target.value(),
        request,
        target.parameters(),
        new CallContext(
            Ids.ulid(),
            gateway.clock().instant().plus(gateway.config().requestTimeout()),
            null,
            caller.principal(),
            gateway.forwarded().clientAddress(request)),
        Future.succeededFuture(caller));
  }

  @Override
  public @Nullable String query() {
    return request.query();
  }

  @Override
  public boolean isCounted() {
    return false;
  }
}
