package dev.tradewind.catalog.category;

import dev.tradewind.api.catalog.CategoryTree;
import dev.tradewind.api.event.Topics;
import dev.tradewind.catalog.category.CategoryTreeStore.Place;
import dev.tradewind.catalog.event.ChangedProduct;
import dev.tradewind.catalog.input.Handles;
import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.database.ConstraintViolations;
import dev.tradewind.kernel.database.PgErrors;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Admin operations that change product categories. Changes of the tree run one after the other,
 * each in a transaction that holds the lock of the tree, so the ranks of siblings stay without gaps
 * and no move closes a loop.
 */
public final class CategoryAdminService {

  private static final String PARENT = "parent_category_id";
  private static final String NAME = "product_category";

  private static final Problem LOOP =
      Problem.notAllowed("A product category cannot be moved below itself");

  private static final Problem TOO_DEEP =
      Problem.notAllowed(
          "parent_category_id: product categories have at most %s levels"
              .formatted(CategoryTree.MAX_LEVELS));

  private static final Selection WHOLE = Selection.of(ProductResources.CATEGORY);

  private final Ids ids = Ids.of("pcat");
  private final ResourceWriter writer = new ResourceWriter(ProductResources.CATEGORY);
  private final CategoryTreeStore tree;
  private final CategoryViews views;
  private final Pool pool;
  private final Clock clock;

  public CategoryAdminService(Pool pool, CategoryTreeStore tree, Clock clock) {
    this.pool = pool;
    this.tree = tree;
    this.views = CategoryViews.forStaff(pool, tree);
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminCreateProductCategory", this::create)
        .on("adminUpdateProductCategory", this::update)
        .on("adminDeleteProductCategory", this::delete)
        .on("adminAddProductsToProductCategory", this::addProducts)
        .on("adminRemoveProductsFromProductCategory", this::removeProducts);
  }

  private Future<Reply> create(Request request) {
    JsonObject body = request.body();
    Selection selection = views.select(request.query());
    String id = ids.next();
    JsonObject values =
        RowChange.pickNonNull(
                body, "name", "description", "handle", "is_active", "is_internal", "metadata")
            .put("id", id);
    Handles.put(values, values.getString("name"), id);
    String parent = parent(body);
    RowChange write = change(request, id, "product-category.created", values.put(PARENT, parent));
    return inTree(db ->
            requireParent(db, parent)
                .compose(done -> tree.countChildren(db, parent))
                .compose(rank -> {
                  values.put("rank", rank);
                  return writer.insert(db, WHOLE, write).<Void>mapEmpty();
                }))
        .compose(done -> answer(id, selection));
  }

  private Future<Reply> update(Request request) {
    JsonObject body = request.body();
    Selection selection = views.select(request.query());
    String id = request.path("id");
    JsonObject values =
        RowChange.pickNonNull(body, "name", "description", "handle", "is_active", "is_internal");
    return inTree(db ->
            place(db, id)
                .compose(from ->
                    target(db, from, body)
                        .compose(to ->
                            move(db, id, from, to)
                                .compose(moved -> write(db, request, id, values, to)))))
        .compose(done -> answer(id, selection));
  }

  private Future<Void> write(
      SqlConnection db, Request request, String id, JsonObject values, Place to) {
    values.put(PARENT, to.parentId()).put("rank", to.rank());
    RowChange write = change(request, id, "product-category.updated", values);
    @Nullable JsonObject metadata = request.body().getJsonObject("metadata");
    return writer
        .change(db, id, write)
        .compose(changed ->
            metadata == null ? Future.succeededFuture() : tree.replaceMetadata(db, id, metadata));
  }

  private Future<Place> place(SqlClient db, String id) {
    return tree.findPlace(db, id).map(found -> found.orElseThrow(() -> views.notFound(id)));
  }

  /** The wanted place; behind the last of the siblings at most. */
  private Future<Place> target(SqlClient db, Place from, JsonObject body) {
    @Nullable String parent = body.containsKey(PARENT) ? parent(body) : from.parentId();
    boolean isSameParent = Objects.equals(parent, from.parentId());
    Integer rank = body.getInteger("rank");
    if (isSameParent && rank == null) {
      return Future.succeededFuture(from);
    }
    return requireParent(db, parent)
        .compose(done -> tree.countChildren(db, parent))
        .map(children -> {
          int last = isSameParent ? children - 1 : children;
          return new Place(parent, rank == null ? last : Math.min(rank, last));
        });
  }

  /** Shifts the siblings of both places; the category itself is moved by the caller. */
  private Future<Void> move(SqlClient db, String id, Place from, Place to) {
    if (from.equals(to)) {
      return Future.succeededFuture();
    }
    return tree.closeGap(db, from, id).compose(closed -> tree.openGap(db, to, id));
  }

  private Future<Void> requireParent(SqlClient db, @Nullable String parent) {
    return parent == null ? Future.succeededFuture() : place(db, parent).mapEmpty();
  }

  /** The parent in a body; the text {@code null} is the top level, too. */
  private static @Nullable String parent(JsonObject body) {
    String parent = body.getString(PARENT);
    return "null".equals(parent) ? null : parent;
  }

  /** Deletes the category; deleting an unknown one succeeds. */
  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    return inTree(db ->
            tree.countChildren(db, id)
                .compose(children -> {
                  if (children > 0) {
                    throw Problem.notAllowed(
                        "Deleting ProductCategory ("
                            + id
                            + ") with category children is not allowed");
                  }
                  return tree.findPlace(db, id);
                })
                .compose(place ->
                    Futures.unless(
                        place.isEmpty(), () -> delete(db, request, id, place.orElseThrow()))))
        .map(done ->
            Reply.ok(
                new JsonObject()
                    .put("id", id)
                    .put("object", "product-category")
                    .put("deleted", true)));
  }

  private Future<Void> delete(SqlConnection db, Request request, String id, Place place) {
    Instant now = Timestamps.now(clock);
    return tree.removeAllProducts(db, id, now)
        .compose(changed -> tell(db, request, now, changed))
        .compose(told -> tree.delete(db, id))
        .compose(version ->
            Outbox.append(
                db, List.of(event(request, id, "product-category.deleted", version.orElseThrow()))))
        .compose(appended -> tree.closeGap(db, place, id));
  }

  private Future<Reply> addProducts(Request request) {
    return changeProducts(request, tree::addProducts);
  }

  private Future<Reply> removeProducts(Request request) {
    return changeProducts(request, tree::removeProducts);
  }

  /** Change of the members of a category. */
  @FunctionalInterface
  private interface MemberChange {
    Future<List<ChangedProduct>> apply(SqlClient db, String id, List<String> products, Instant now);
  }

  private Future<Reply> changeProducts(Request request, MemberChange change) {
    String id = request.path("id");
    Selection selection = views.select(request.query());
    List<String> products = JsonFields.ids(request.body().getJsonArray("product_ids"));
    Instant now = Timestamps.now(clock);
    return Transactions.inTransaction(
            pool,
            db ->
                tree.lockRow(db, id)
                    .compose(isPresent -> {
                      if (!isPresent) {
                        throw views.notFound(id);
                      }
                      return tree.findMissingProducts(db, products);
                    })
                    .compose(missing -> {
                      if (!missing.isEmpty()) {
                        throw Problem.invalidReferences(
                            List.of("Products " + String.join(", ", missing) + " do not exist"));
                      }
                      return change.apply(db, id, products, now);
                    })
                    .compose(changed -> tell(db, request, now, changed)))
        .compose(done -> answer(id, selection));
  }

  /** Publishes the changes of the products whose categories changed. */
  private static Future<Void> tell(
      SqlClient db, Request request, Instant now, List<ChangedProduct> changed) {
    return Futures.unlessEmpty(
        changed,
        () ->
            Outbox.append(
                db,
                changed.stream()
                    .map(product -> product.updated(request.context(), now, "categories"))
                    .toList()));
  }

  private Future<Reply> answer(String id, Selection selection) {
    return views
        .find(id, selection)
        .map(found -> Reply.ok(NAME, found.orElseThrow(() -> views.notFound(id))));
  }

  /** Work in a transaction that holds the lock of the tree. */
  private Future<Void> inTree(Function<SqlConnection, Future<Void>> work) {
    return ConstraintViolations.mapped(
        Transactions.inTransaction(pool, db -> tree.lock(db).compose(locked -> work.apply(db)))
            .recover(failure ->
                Future.failedFuture(
                    PgErrors.violatedCheck(failure)
                        .<Throwable>flatMap(CategoryAdminService::refusal)
                        .orElse(failure))));
  }

  private static Optional<Problem> refusal(String constraint) {
    return switch (constraint) {
      // The second is the constraint of the table: no category is its own parent.
      case "product_category_tree", "product_category_check" -> Optional.of(LOOP);
      case "product_category_levels" -> Optional.of(TOO_DEEP);
      default -> Optional.empty();
    };
  }

  private RowChange change(Request request, String id, String type, JsonObject values) {
    return new RowChange(Timestamps.now(clock), values, List.of(event(request, id, type, 0)));
  }

  private Event event(Request request, String id, String type, long version) {
    Instant now = Timestamps.now(clock);
    return Event.of(
        request.context(),
        now,
        Topics.COLLECTION,
        type,
        id,
        version,
        new JsonObject().put("id", id));
  }
}
