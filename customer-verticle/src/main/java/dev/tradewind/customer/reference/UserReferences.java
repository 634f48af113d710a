package dev.tradewind.customer.reference;

import dev.tradewind.customer.user.Users;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.ResourceReader;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.model.customer.CustomerClient;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.List;

/** Answers the users that other verticles refer to. */
public final class UserReferences {

  private static final Selection WHOLE = Selection.of(Users.USER);

  private final ResourceReader reader;

  public UserReferences(Pool pool) {
    this.reader = new ResourceReader(pool);
  }

  public void bind(Operations internal) {
    internal.on(CustomerClient.FIND_USERS, this::findUsers);
  }

  private Future<Reply> findUsers(Request request) {
    List<String> ids =
        request.input().getJsonArray("ids").stream().map(String.class::cast).toList();
    return reader
        .findAll(WHOLE, ids)
        .map(users -> Reply.ok(new JsonObject().put("users", new JsonArray(users))));
  }
}
