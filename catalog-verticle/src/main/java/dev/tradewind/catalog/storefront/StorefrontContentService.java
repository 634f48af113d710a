package dev.tradewind.catalog.storefront;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.kernel.changelog.Dependencies;
import dev.tradewind.kernel.changelog.ReplyCache;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** Operations on the content of the storefront: its latest version, and the changes by staff. */
public final class StorefrontContentService {

  /** Tags run in the pages of the shop, also in those of staff who visit it. */
  private static final String TAGS = "storefront-tags:write";

  private static final String RESTORED = "restored_version";

  private final StorefrontContentStore store = new StorefrontContentStore();
  private final Pool pool;
  private final ReplyCache replies;
  private final Clock clock;

  public StorefrontContentService(Pool pool, ReplyCache replies, Clock clock) {
    this.pool = pool;
    this.replies = replies;
    this.clock = clock;
  }

  public void bind(Operations operations, Operations internal) {
    operations
        .on(
            "storeGetStorefront",
            request ->
                replies.get(request, Dependencies.on(CatalogChangeKind.STOREFRONT), this::latest))
        .on("adminGetStorefront", request -> latest())
        .on("adminUpdateStorefront", this::update)
        .on("adminPreviewStorefront", this::preview)
        .on(
            "adminListStorefrontVersions",
            request ->
                store
                    .list(pool)
                    .map(versions -> Reply.ok(new JsonObject().put("versions", versions))));
    internal.on(
        CatalogOperation.FIND_STORE_NAME,
        request ->
            store
                .findLatest(pool)
                .compose(latest ->
                    store
                        .findName(pool)
                        .map(name ->
                            Reply.ok(
                                new JsonObject()
                                    .put("name", name)
                                    .put("palette", latest.palette())))));
  }

  private Future<Reply> latest() {
    return store.findLatest(pool).compose(latest -> reply(pool, latest));
  }

  private Future<Reply> reply(SqlClient db, StorefrontContent content) {
    return store.findName(db).map(name -> Reply.ok("storefront", content.json(name)));
  }

  private Future<Reply> preview(Request request) {
    requirePermitted(request);
    return store
        .findLatest(pool)
        .compose(latest -> {
          JsonObject content = latest.with(request.body());
          ContentRules.require(content);
          return reply(pool, new StorefrontContent(latest.version(), content));
        });
  }

  private static void requirePermitted(Request request) {
    if (StorefrontContent.namesTags(request.body())) {
      request.requirePermitted(TAGS);
    }
    ContentRules.requireDistinct("pages", "name", ContentRules.list(request.body(), "pages"));
  }

  private Future<Reply> update(Request request) {
    requirePermitted(request);
    int version = request.body().getInteger("version");
    Integer restored = request.body().getInteger(RESTORED);
    if (restored != null && request.body().size() > 2) {
      throw Problem.invalidData(RESTORED + " takes a whole version back: name no other property");
    }
    return Transactions.inTransaction(
        pool,
        db ->
            store
                .findLatest(db)
                .compose(latest -> {
                  if (latest.version() != version) {
                    throw StorefrontContentStore.changed();
                  }
                  return content(db, request, latest)
                      .compose(content -> add(db, request, latest, content));
                })
                .compose(added -> reply(db, added)));
  }

  private Future<JsonObject> content(SqlClient db, Request request, StorefrontContent latest) {
    Integer restored = request.body().getInteger(RESTORED);
    if (restored == null) {
      JsonObject content = latest.with(request.body());
      ContentRules.require(content);
      return Future.succeededFuture(content);
    }
    return store
        .find(db, restored)
        .map(found -> {
          StorefrontContent earlier =
              found.orElseThrow(
                  () -> Problem.notFound("Version " + restored + " of the storefront is not kept"));
          if (!earlier.hasTagsOf(latest)) {
            request.requirePermitted(TAGS);
          }
          return earlier.content();
        });
  }

  private Future<StorefrontContent> add(
      SqlClient db, Request request, StorefrontContent latest, JsonObject content) {
    Instant now = Timestamps.now(clock);
    StorefrontContent.Difference change = StorefrontContent.difference(latest.content(), content);
    return store
        .add(db, latest.version(), content, now, request.principal().id())
        .compose(added ->
            Outbox.append(
                    db,
                    List.of(
                        AuditAction.SETTING_CHANGE
                            .on("storefront")
                            .changing(
                                change.before().put("version", latest.version()),
                                change.after().put("version", added.version()))
                            .event(request.context(), now)))
                .map(added));
  }
}
