package dev.tradewind.acceptance.fuzz;

import dev.tradewind.gateway.contract.ResponseValidator;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Tells what is wrong with an answer, whatever was asked. */
final class ResponseOracle {

  private static final long LONGEST_MILLIS = 14_000;

  private final ResponseValidator contract;

  ResponseOracle(ResponseValidator contract) {
    this.contract = contract;
  }

  List<String> complaints(FuzzRequest request, FuzzAnswer answer) {
    List<String> complaints = new ArrayList<>();
    if (answer.status() >= 500 || answer.status() < 200) {
      complaints.add("status " + answer.status());
    }
    if (request.mustFail() && answer.status() < 400) {
      complaints.add("was accepted");
    }
    // Of headers that are too long the id may be one that was not read.
    if (!isTooLong(answer) && !("fuzz-" + request.number()).equals(answer.requestId())) {
      complaints.add("another request id: " + answer.requestId());
    }
    if (answer.millis() > LONGEST_MILLIS) {
      complaints.add("took " + answer.millis() + " ms");
    }
    boolean refusedAtTheDoor =
        request.isOfOperation()
            && !request.visitor().mayCall(request.operation().access())
            && answer.status() != 413
            && !isTooLong(answer);
    if (refusedAtTheDoor && answer.status() != 401) {
      complaints.add("who may not call it was answered " + answer.status());
    }
    complaints.addAll(
        request.isOfOperation() && !isTooLong(answer)
            ? promised(request, answer)
            : refused(request, answer));
    return complaints;
  }

  /** Of its line or headers, which no operation gets to see. */
  private static boolean isTooLong(FuzzAnswer answer) {
    return answer.status() == 414 || answer.status() == 431;
  }

  private List<String> promised(FuzzRequest request, FuzzAnswer answer) {
    boolean isEmpty = answer.status() == 204 || request.method().equals(HttpMethod.HEAD.name());
    if (isEmpty) {
      return answer.body().isEmpty() ? List.of() : List.of("has a body: " + answer.body());
    }
    // Validators are not for several threads.
    synchronized (contract) {
      return contract.validate(request.operation().id(), answer.status(), answer.body());
    }
  }

  /** No operation answered, so the answer is of the door itself. */
  private static List<String> refused(FuzzRequest request, FuzzAnswer answer) {
    try {
      if (Json.decodeValue(answer.body()) instanceof JsonObject problem
          && problem.getValue("type") instanceof String
          && problem.getValue("message") instanceof String) {
        return List.of();
      }
    } catch (DecodeException notJson) {
      return List.of(request.method() + " was answered with " + answer.body());
    }
    return List.of("is no problem: " + answer.body());
  }
}
