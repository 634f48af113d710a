package dev.tradewind.catalog.pricelist;

import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.api.customer.CustomerCacheInvalidation;
import dev.tradewind.catalog.schema.PriceResources;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Price lists of customer groups: lookup by group, and removal of deleted groups from price lists.
 */
public final class PriceListService {

  private static final Logger LOG = LoggerFactory.getLogger(PriceListService.class);

  private static final String FIND_OF_GROUPS =
      """
      SELECT link.customer_group_id, %s AS price_list
      FROM price_list_customer_group AS link
      JOIN price_list AS t ON t.id = link.price_list_id
      WHERE link.customer_group_id = ANY ($1)
        AND t.deleted_at IS NULL
      ORDER BY t.created_at, t.id
      """
          .formatted(PriceResources.PRICE_LIST.jsonObject("t"));

  private static final String REMOVE_GROUPS =
      """
      DELETE FROM price_list_customer_group
      WHERE customer_group_id = ANY ($1)
      """;

  private final SqlClient db;

  public PriceListService(SqlClient db) {
    this.db = db;
  }

  public void bind(Operations internal, EventBus bus) {
    internal.on(CatalogOperation.FIND_PRICE_LISTS, this::find);
    CustomerCacheInvalidation.listen(
        bus,
        (kind, ids) -> {
          switch (kind) {
            case DELETED_GROUP -> removeGroups(ids);
            case CUSTOMER -> {
              // Lists refer to groups; their customers are resolved when a price is read.
            }
          }
        });
  }

  private Future<Reply> find(Request request) {
    return db.preparedQuery(FIND_OF_GROUPS)
        .execute(Tuple.of(texts(request.input().getJsonArray("group_ids"))))
        .map(rows -> {
          JsonArray found = new JsonArray();
          rows.forEach(row ->
              found.add(
                  new JsonObject()
                      .put("customer_group_id", row.getString("customer_group_id"))
                      .put("price_list", row.getJson("price_list"))));
          return Reply.ok(new JsonObject().put("price_lists", found));
        });
  }

  /**
   * Removes deleted groups. A list that loses its last group applies to no customer. A failure is
   * harmless: a deleted group has no customers.
   */
  private void removeGroups(List<String> ids) {
    db.preparedQuery(REMOVE_GROUPS)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .onFailure(failure ->
            LOG.warn(
                "Failed to remove deleted customer groups {} from price lists: {}",
                ids,
                failure.toString()));
  }

  private static String[] texts(JsonArray ids) {
    return ids.stream().toArray(String[]::new);
  }
}
