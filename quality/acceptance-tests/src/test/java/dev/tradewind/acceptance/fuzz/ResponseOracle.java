package dev.tradewind.acceptance.fuzz;

import dev.tradewind.gateway.contract.ResponseValidator;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Oracle that checks a response against the contract and the request. */
final class ResponseOracle {

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
    // If the headers are too long, the request id may not have been read.
    if (!isTooLong(answer) && !("fuzz-" + request.number()).equals(answer.requestId())) {
      complaints.add("another request id: " + answer.requestId());
    }
    boolean refusedAtTheDoor =
        request.isOfOperation()
            && !request.caller().mayCall(request.operation().access())
            && answer.status() != 413
            && !isTooLong(answer)
            && !isUnreadableForm(request, answer);
    if (refusedAtTheDoor && answer.status() != 401) {
      complaints.add("who may not call it was answered " + answer.status());
    }
    complaints.addAll(
        request.isOfOperation() && !isTooLong(answer)
            ? promised(request, answer)
            : refused(request, answer));
    return complaints;
  }

  /** Whether the request line or the headers exceed their limit, so that no operation is called. */
  private static boolean isTooLong(FuzzAnswer answer) {
    return answer.status() == 414 || answer.status() == 431;
  }

  /** Whether a form was refused while it was read, before its caller was asked for. */
  private static boolean isUnreadableForm(FuzzRequest request, FuzzAnswer answer) {
    String type = request.headers().getOrDefault("content-type", "");
    return answer.status() == 400
        && answer.body().contains("The request is malformed")
        && (type.startsWith("multipart/form-data")
            || type.startsWith("application/x-www-form-urlencoded"));
  }

  private List<String> promised(FuzzRequest request, FuzzAnswer answer) {
    boolean isEmpty = answer.status() == 204 || request.method().equals(HttpMethod.HEAD.name());
    if (isEmpty) {
      return answer.body().isEmpty() ? List.of() : List.of("has a body: " + answer.body());
    }
    // Validators are not thread-safe.
    synchronized (contract) {
      return contract.validate(request.operation().id(), answer.status(), answer.body());
    }
  }

  /** Checks a response of the gateway itself. */
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
