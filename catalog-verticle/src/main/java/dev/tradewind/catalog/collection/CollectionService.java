package dev.tradewind.catalog.collection;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Listing;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.ResourceReader;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Reads product collections for shoppers. */
public final class CollectionService {

  public static final Resource COLLECTION =
      Resource.table("product_collection")
          .softDeletedBase()
          .text("title", "handle")
          .json("metadata")
          .build();

  private static final Listing STORE_LISTING =
      Listing.of(View.of(COLLECTION).allowingRelations(), 10)
          .filter("handle", "created_at", "updated_at")
          .build();

  private static final Selection WHOLE = Selection.of(COLLECTION);

  private final ResourceReader reader;

  public CollectionService(SqlClient db) {
    this.reader = new ResourceReader(db);
  }

  public void bind(Operations operations) {
    operations.on("storeListCollections", this::list).on("storeGetCollection", this::get);
  }

  private Future<Reply> list(Request request) {
    return reader
        .list(STORE_LISTING, request.query())
        .map(page -> Reply.ok(page.toJson("collections")));
  }

  private Future<Reply> get(Request request) {
    String id = request.path("id");
    return reader
        .find(WHOLE, id)
        .map(found ->
            Reply.ok(
                "collection",
                found.orElseThrow(() ->
                    new Problem.NotFound("Product collection with id: " + id + " was not found")
                        .toException())));
  }
}
