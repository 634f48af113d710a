package dev.tradewind.gateway.validation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Input of the operations of the contract, as tables of tests write it. */
final class ContractInput {

  static final Contract CONTRACT = Contract.load();

  private static final Map<String, RequestValidator> INPUTS =
      CONTRACT.operations().stream()
          .collect(Collectors.toMap(Operation::id, RequestValidator::new, (one, other) -> one));

  private ContractInput() {}

  static RequestValidator input(String operationId) {
    return requireNonNull(INPUTS.get(operationId), operationId);
  }

  /** Message that refuses a part of a request. */
  static String refusal(String operationId, Function<RequestValidator, ?> part) {
    Throwable refused = catchThrowable(() -> part.apply(input(operationId)));
    assertThat(refused).isInstanceOf(Problem.class);
    return requireNonNull(refused.getMessage());
  }

  /** Body in JSON, written with single quotes. */
  static Buffer buffer(String singleQuoted) {
    return Buffer.buffer(singleQuoted.replace('\'', '"'));
  }
}
