package dev.tradewind.gateway;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/**
 * Fake customer verticle with one user and one customer: their sessions by the words {@code staff},
 * {@code enrolled} (with a second factor), {@code shopper} and {@code both}, the user's API token
 * {@code opensesame}, and tokens of credential version 1.
 */
public final class FakeCustomers {

  static final String USER = "usr_1";
  static final String CUSTOMER = "cus_1";

  final List<JsonObject> questions = Collections.synchronizedList(new ArrayList<>());
  final List<Request> requests = Collections.synchronizedList(new ArrayList<>());

  public void serve(RunningGateway gateway) {
    serveAuthentication(gateway, OperationClient.internalAddress(CustomerClient.ADDRESS));
    Operations operations = new Operations();
    for (String operation :
        List.of(
            "adminGetCurrentUser",
            "adminLogIn",
            "adminLogOut",
            "storeGetCurrentCustomer",
            "storeLogIn",
            "storeLogOut")) {
      operations.on(operation, this::remember);
    }
    gateway.serve(CustomerClient.ADDRESS, operations);
  }

  void serveAuthentication(RunningGateway gateway, String address) {
    gateway.serve(address, new Operations().on(CustomerOperation.AUTHENTICATE, this::authenticate));
  }

  Future<Reply> remember(Request request) {
    requests.add(request);
    return Future.succeededFuture(Reply.ok(new JsonObject().put("by", request.context().actor())));
  }

  private Future<Reply> authenticate(Request request) {
    JsonObject question = request.input();
    questions.add(question);
    JsonObject answer = new JsonObject();
    String session = question.getString("session", "");
    if (session.equals(hash("staff")) || session.equals(hash("both"))) {
      answer.put("user", found(USER, "SESSION"));
    } else if (session.equals(hash("enrolled"))) {
      answer.put("user", found(USER, "SESSION").put("has_second_factor", true));
    } else if (isToken(question.getJsonObject("user_token"), USER)) {
      answer.put("user", found(USER, "JWT"));
    } else if (question
        .getJsonArray("api_token_hashes", new JsonArray())
        .contains(hash("opensesame"))) {
      answer.put("user", found(USER, "API_TOKEN"));
    }
    if (session.equals(hash("shopper")) || session.equals(hash("both"))) {
      answer.put("customer", found(CUSTOMER, "SESSION"));
    } else if (isToken(question.getJsonObject("customer_token"), CUSTOMER)) {
      answer.put("customer", found(CUSTOMER, "JWT"));
    }
    return Future.succeededFuture(Reply.ok(answer));
  }

  private static boolean isToken(JsonObject token, String id) {
    return token != null && id.equals(token.getString("id")) && token.getInteger("version", 1) == 1;
  }

  private static JsonObject found(String id, String how) {
    return new JsonObject().put("id", id).put("how", how);
  }

  private static String hash(String word) {
    try {
      byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException absent) {
      throw new IllegalStateException(absent);
    }
  }
}
