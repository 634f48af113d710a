package dev.tradewind.catalog.shipping;

import dev.tradewind.catalog.schema.ShippingOptionResources;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;

/** Admin operations on shipping profiles, which assign shipping options to products. */
public final class ShippingProfileService {

  private static final Selection BARE = Selection.of(ShippingOptionResources.PROFILE);

  private static final View VIEW =
      View.of(ShippingOptionResources.PROFILE, "products", "products.profiles", "shipping_options");

  private final Ids ids = Ids.of("sp");
  private final ResourceWriter writer = new ResourceWriter(ShippingOptionResources.PROFILE);
  private final ShippingProfileStore store = new ShippingProfileStore();
  private final ResourceReader reader;
  private final Pool pool;
  private final Clock clock;

  public ShippingProfileService(Pool pool, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListShippingProfiles", request -> list())
        .on("adminGetShippingProfile", request -> answer(request.path("id"), VIEW.defaults()))
        .on("adminCreateShippingProfile", this::create)
        .on("adminUpdateShippingProfile", this::update)
        .on("adminDeleteShippingProfile", this::delete);
  }

  private Future<Reply> list() {
    return reader
        .select(BARE, new WhereClause().add("t.deleted_at IS NULL"), "t.created_at, t.id")
        .map(profiles ->
            Reply.ok(new JsonObject().put("shipping_profiles", new JsonArray(profiles))));
  }

  private Future<Reply> answer(String id, Selection shown) {
    return reader
        .find(shown, id)
        .map(found -> Reply.ok("shipping_profile", found.orElseThrow(() -> notFound(id))));
  }

  private Future<Reply> create(Request request) {
    JsonObject values =
        RowChange.pickNonNull(request.body(), "name", "type", "metadata").put("id", ids.next());
    return writer
        .insert(pool, BARE, new RowChange(Timestamps.now(clock), values, List.of()))
        .map(created -> Reply.ok("shipping_profile", created));
  }

  private Future<Reply> update(Request request) {
    String id = request.path("id");
    JsonObject values = RowChange.pick(request.body(), "name", "type", "metadata");
    RowChange write = new RowChange(Timestamps.now(clock), values, List.of());
    ProfileMembers members = new ProfileMembers(store, request, id, write.at());
    return Transactions.inTransaction(
            pool,
            db ->
                writer
                    .change(db, id, write)
                    .compose(found -> {
                      if (!found) {
                        throw notFound(id);
                      }
                      return members.moveIn(db);
                    }))
        .compose(done -> answer(id, VIEW.written()));
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    return Transactions.retrying(() -> writer.delete(pool, id, Timestamps.now(clock), List.of()))
        .map(deleted ->
            Reply.ok(
                new JsonObject()
                    .put("id", id)
                    .put("object", "shipping_profile")
                    .put("deleted", true)));
  }

  static RuntimeException notFound(String id) {
    return Problem.notFound("Profile with id: " + id + " was not found");
  }
}
