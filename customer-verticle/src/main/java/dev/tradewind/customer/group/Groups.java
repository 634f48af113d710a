package dev.tradewind.customer.group;

import static dev.tradewind.kernel.resource.Relation.linked;
import static dev.tradewind.kernel.resource.Relation.remote;

import dev.tradewind.customer.Customers;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.resource.Reach;
import dev.tradewind.kernel.resource.Related;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.model.catalog.CatalogClient;
import dev.tradewind.model.catalog.CatalogColumns;
import dev.tradewind.model.customer.CustomerColumns;
import io.vertx.core.Future;
import java.util.List;

/** Describes customer groups; their price lists are the catalogue's. */
public final class Groups {

  private static final Resource PRICE_LIST =
      Resource.table("price_list").columns(CatalogColumns.PRICE_LIST).build();

  public static final Resource GROUP =
      Resource.table("customer_group")
          .columns(CustomerColumns.CUSTOMER_GROUP)
          .relation(
              linked(
                  "customers",
                  () -> Customers.CUSTOMER,
                  "customer_group_customers",
                  "customer_group_id",
                  "customer_id",
                  "t.created_at, t.id"))
          .relation(remote("price_lists", () -> PRICE_LIST, "id", true, Groups::fetchPriceLists))
          .build();

  static final String OBJECT = "customer_group";

  private Groups() {}

  private static Future<List<Related>> fetchPriceLists(
      Reach reach, Selection selection, List<String> ids) {
    return new CatalogClient(reach.bus())
        .findPriceListsOfGroups(reach.context(), ids)
        .map(found ->
            found.stream()
                .map(each ->
                    new Related(
                        each.getString("customer_group_id"),
                        selection.of(each.getJsonObject("price_list"))))
                .toList());
  }

  static ProblemException notFound(String id) {
    return new Problem.NotFound("CustomerGroup with id " + id + " was not found").toException();
  }
}
