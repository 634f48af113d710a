package dev.tradewind.catalog.shipping;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Conditions;
import dev.tradewind.kernel.resource.ResourceReader;
import dev.tradewind.kernel.resource.Selection;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import org.jspecify.annotations.Nullable;

/** Reads shipping options for carts. */
public final class ShippingOptionService {

  private static final Selection WHOLE =
      Selection.of(ShippingOptions.OPTION).with("requirements", "profile");

  private final ResourceReader reader;

  public ShippingOptionService(SqlClient db) {
    this.reader = new ResourceReader(db);
  }

  public void bind(Operations internal) {
    internal.on("findShippingOptions", this::find);
  }

  private Future<Reply> find(Request request) {
    return reader
        .select(WHOLE, conditions(request.input()), "t.created_at, t.id")
        .map(options -> Reply.ok(new JsonObject().put("shipping_options", new JsonArray(options))));
  }

  private static Conditions conditions(JsonObject input) {
    Conditions conditions = new Conditions().add("t.deleted_at IS NULL");
    matchAny(conditions, "id", input.getJsonArray("ids"));
    matchAny(conditions, "profile_id", input.getJsonArray("profile_ids"));
    match(conditions, "t.region_id = {}::text", input.getString("region_id"));
    match(conditions, "t.is_return = {}::boolean", input.getBoolean("is_return"));
    match(conditions, "t.admin_only = {}::boolean", input.getBoolean("admin_only"));
    return conditions;
  }

  private static void matchAny(Conditions conditions, String column, @Nullable JsonArray values) {
    if (values != null) {
      conditions.add(
          "t." + column + " = ANY({}::text[])",
          values.stream().map(String.class::cast).toArray(String[]::new));
    }
  }

  private static void match(Conditions conditions, String condition, @Nullable Object value) {
    if (value != null) {
      conditions.add(condition, value);
    }
  }
}
