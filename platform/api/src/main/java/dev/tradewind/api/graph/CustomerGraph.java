package dev.tradewind.api.graph;

import static dev.tradewind.kernel.resource.Relation.referred;

import dev.tradewind.api.customer.CustomerColumns;
import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.kernel.resource.Columns;
import dev.tradewind.kernel.resource.Resource;

/** Published descriptors of the customer verticle's resources. */
public final class CustomerGraph {

  public static final Resource ADDRESS =
      published("address", CustomerColumns.ADDRESS)
          .relation(referred("customer", () -> CustomerGraph.CUSTOMER, "customer_id").forStaff())
          .one("country", () -> CatalogGraph.COUNTRY, "country_code")
          .build();

  public static final Resource GROUP =
      published("customer_group", CustomerColumns.CUSTOMER_GROUP)
          .manyForStaff("customers", () -> CustomerGraph.CUSTOMER)
          .manyForStaff("price_lists", () -> CatalogGraph.PRICE_LIST)
          .build();

  public static final Resource CUSTOMER =
      published("customer", CustomerColumns.CUSTOMER)
          .relation(referred("billing_address", () -> ADDRESS, "billing_address_id").forStaff())
          .manyForStaff("shipping_addresses", () -> ADDRESS)
          .manyForStaff("orders", () -> OrderGraph.ORDER)
          .manyForStaff("groups", () -> GROUP)
          .build();

  private CustomerGraph() {}

  private static Resource.Builder published(String table, Columns columns) {
    return Resource.table(table).ownedBy(CustomerOperation.FIND_RELATED).columns(columns);
  }
}
