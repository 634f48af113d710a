package dev.tradewind.customer.user;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.customer.password.PasswordPolicy;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.customer.schema.UserResources;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;

/** Admin operations on users. API tokens cannot be set over HTTP. */
public final class UserService {

  private static final ListDefinition LISTING =
      ListDefinition.of(View.of(UserResources.USER), 50)
          .filter("id", "role", "created_at", "updated_at", "deleted_at")
          .filter("first_name", "last_name")
          .filter(
              "email",
              (conditions, name, email) ->
                  conditions.add("t.email = {}", EmailAddress.normalized(String.valueOf(email))))
          .search("t.email ILIKE {} OR t.first_name ILIKE {} OR t.last_name ILIKE {}")
          .build();

  private static final Selection WHOLE = Selection.of(UserResources.USER);

  private final ResourceWriter writer = new ResourceWriter(UserResources.STORED);
  private final ResourceReader reader;
  private final Pool pool;
  private final UserStore store;
  private final Passwords passwords;
  private final PasswordPolicy policy;

  public UserService(Pool pool, UserStore store, Passwords passwords, PasswordPolicy policy) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.store = store;
    this.passwords = passwords;
    this.policy = policy;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListUsers", this::list)
        .on("adminGetUser", this::get)
        .on("adminCreateUser", this::create)
        .on("adminUpdateUser", this::update)
        .on("adminDeleteUser", this::delete);
  }

  private Future<Reply> list(Request request) {
    return reader.list(LISTING, request.query()).map(page -> page.reply("users"));
  }

  private Future<Reply> get(Request request) {
    String id = request.path("id");
    return reader
        .find(WHOLE, id)
        .map(found -> Reply.ok("user", found.orElseThrow(() -> UserResources.notFound(id))));
  }

  private Future<Reply> create(Request request) {
    JsonObject values = given(request, "email", "first_name", "last_name", "role");
    policy.require(request.body().getString("password"));
    return passwords
        .hash(request.body().getString("password"))
        .compose(hash -> store.insert(pool, request.context(), values, hash))
        .map(created -> Reply.ok("user", created));
  }

  private Future<Reply> update(Request request) {
    String id = request.path("id");
    JsonObject values = given(request, "first_name", "last_name", "role", "metadata");
    if (values.containsKey("role")) {
      values.putNull("own_role");
    }
    RowChange change = store.write(request.context(), "user.updated", id, values);
    RowChange write =
        change.audited(
            AuditAction.ROLE_CHANGE.on(id).event(request.context(), change.at()), "role");
    return Transactions.retrying(() -> writer.update(pool, WHOLE, id, write))
        .map(found -> Reply.ok("user", found.orElseThrow(() -> UserResources.notFound(id))));
  }

  /** Deletes the user, which revokes all sessions and tokens. */
  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    RowChange write =
        store.write(
            request.context(),
            "user.deleted",
            id,
            new JsonObject(),
            AuditAction.USER_DELETION.on(id));
    return Transactions.retrying(() -> writer.delete(pool, id, write.at(), write.events()))
        .map(Reply.ok(new JsonObject().put("id", id).put("object", "user").put("deleted", true)));
  }

  /** Columns of the body; a missing role is left unchanged, so that every user has one. */
  private static JsonObject given(Request request, String... columns) {
    JsonObject values = RowChange.pick(request.body(), columns);
    if (values.getValue("role") == null) {
      values.remove("role");
    }
    return values;
  }
}
