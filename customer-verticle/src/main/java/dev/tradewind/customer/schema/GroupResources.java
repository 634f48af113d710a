package dev.tradewind.customer.schema;

import static dev.tradewind.kernel.resource.Relation.linked;
import static dev.tradewind.kernel.resource.Relation.remote;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.CustomerColumns;
import dev.tradewind.api.graph.CatalogGraph;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.FetchContext;
import dev.tradewind.kernel.resource.RelatedRow;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import io.vertx.core.Future;
import java.util.List;

/** Resource descriptor of customer groups; their price lists are read from the catalog verticle. */
public final class GroupResources {

  public static final Resource GROUP =
      Resource.table("customer_group")
          .columns(CustomerColumns.CUSTOMER_GROUP)
          .relation(
              linked(
                      "customers",
                      () -> CustomerResources.CUSTOMER,
                      "customer_group_customers",
                      "customer_group_id",
                      "customer_id",
                      "t.created_at, t.id")
                  .cutWhenLarge())
          .relation(
              remote(
                  "price_lists",
                  () -> CatalogGraph.PRICE_LIST,
                  "id",
                  true,
                  GroupResources::fetchPriceLists))
          .build();

  public static final String OBJECT = "customer_group";

  private GroupResources() {}

  private static Future<List<RelatedRow>> fetchPriceLists(
      FetchContext reach, Selection selection, List<String> ids) {
    return new CatalogClient(reach.bus())
        .findPriceListsOfGroups(reach.context(), ids)
        .map(found ->
            found.stream()
                .map(each ->
                    new RelatedRow(
                        each.getString("customer_group_id"),
                        selection.of(each.getJsonObject("price_list"))))
                .toList());
  }

  public static Problem notFound(String id) {
    return Problem.notFound("CustomerGroup with id " + id + " was not found");
  }
}
