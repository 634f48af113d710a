package dev.tradewind.customer.user;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.customer.schema.UserResources;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.Set;

/**
 * Operations on roles: their list with permissions, and the role of a user, which may be one that
 * the operator has configured.
 */
public final class RoleService {

  private static final Set<String> BUILT_IN = RolePermissions.BUILT_IN.patterns().keySet();
  private static final Selection USER = Selection.of(UserResources.USER);

  private final ResourceWriter writer = new ResourceWriter(UserResources.STORED);
  private final Pool pool;
  private final UserStore store;
  private final RolePermissions roles;

  public RoleService(Pool pool, UserStore store, RolePermissions roles) {
    this.pool = pool;
    this.store = store;
    this.roles = roles;
  }

  public void bind(Operations operations) {
    operations.on("adminListRoles", this::list).on("adminSetRoleOfUser", this::set);
  }

  private Future<Reply> list(Request request) {
    JsonArray all = new JsonArray();
    roles.patterns().keySet().stream()
        .sorted()
        .forEach(name ->
            all.add(
                new JsonObject()
                    .put("name", name)
                    .put("permissions", new JsonArray(roles.patterns().get(name)))));
    return Future.succeededFuture(Reply.ok(new JsonObject().put("roles", all)));
  }

  private Future<Reply> set(Request request) {
    String id = request.path("id");
    String role = request.body().getString("role");
    if (!roles.patterns().containsKey(role)) {
      throw Problem.invalidData("There is no role " + role);
    }
    JsonObject values = new JsonObject();
    if (BUILT_IN.contains(role)) {
      values.put("role", role).putNull("own_role");
    } else {
      // Nodes that do not know the role see the one with the fewest permissions on people.
      values.put("role", "member").put("own_role", role);
    }
    RowChange change = store.write(request.context(), "user.updated", id, values);
    RowChange write =
        change.audited(
            AuditAction.ROLE_CHANGE.on(id).event(request.context(), change.at()),
            "role",
            "own_role");
    return Transactions.retrying(() -> writer.update(pool, USER, id, write))
        .map(found -> found.orElseThrow(() -> UserResources.notFound(id)))
        .map(user -> Reply.ok("user_role", new JsonObject().put("user_id", id).put("role", role)));
  }
}
