package dev.tradewind.gateway.dispatch;

import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Call of an operation, by a request of its own or on behalf of another one. */
public interface OperationCall {

  Operation operation();

  /** The request whose headers, cookies and origin count. */
  HttpServerRequest request();

  /** Parameters of the path, decoded. */
  Map<String, String> path();

  /** Query string; absent without one. */
  @Nullable String query();

  /** Body of an operation that takes one, read once the caller is admitted; null without one. */
  default @Nullable Buffer body() {
    return null;
  }

  /** Context before authentication, with the address of the client. */
  CallContext context();

  /** The caller, asked for once the rate limits admit the call. */
  Future<Caller> caller();

  /** Whether it counts among the costly requests of its client. */
  default boolean isCounted() {
    return true;
  }

  /** Notes that the caller is admitted; may add to the headers that the operation is passed. */
  default void admitted(JsonObject headers) {}

  /**
   * Reply to the checked input.
   *
   * @param owner sends the input to the owner of the operation, with the entity tags of bodies that
   *     need not be sent again
   */
  default Future<Reply> reply(CheckedInput input, Function<List<String>, Future<Reply>> owner) {
    return owner.apply(List.of());
  }

  /**
   * Input of an operation that has passed all checks.
   *
   * @param context with the principal of the caller
   * @param query validated parameters
   * @param envelope all of the input in the form that is sent
   */
  record CheckedInput(CallContext context, JsonObject query, Buffer envelope) {}
}
