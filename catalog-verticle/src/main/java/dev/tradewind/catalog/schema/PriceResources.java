package dev.tradewind.catalog.schema;

import static dev.tradewind.kernel.resource.Relation.remote;
import static dev.tradewind.kernel.resource.Relation.toMany;
import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.api.graph.CustomerGraph;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.SqlRelation;
import dev.tradewind.kernel.resource.read.RemoteRelation;

/** Resource descriptors of prices and price lists. */
public final class PriceResources {

  public static final Resource PRICE_LIST =
      Resource.table("price_list")
          .columns(CatalogColumns.PRICE_LIST)
          .relation(
              toMany("prices", () -> PriceResources.PRICE, "price_list_id", "t.id").cutWhenLarge())
          .relation(
              RemoteRelation.linked(
                  "customer_groups",
                  () -> CustomerGraph.GROUP,
                  """
                  SELECT price_list_id, customer_group_id
                  FROM price_list_customer_group
                  WHERE price_list_id = ANY ($1::text[])
                  ORDER BY customer_group_id
                  """))
          .build();

  public static final Resource PRICE =
      Resource.table("money_amount")
          .columns(CatalogColumns.PRICE)
          .relation(toOne("price_list", () -> PRICE_LIST, "price_list_id"))
          .relation(toOne("currency", () -> RegionResources.CURRENCY, "currency_code"))
          .relation(toOne("region", () -> RegionResources.REGION, "region_id"))
          .relation(toOne("variant", () -> ProductResources.VARIANT, "variant_id"))
          .relation(
              remote(
                  "variants",
                  () -> ProductResources.VARIANT,
                  "variant_id",
                  true,
                  SqlRelation.REFERRED_TO))
          .build();

  private PriceResources() {}

  public static RuntimeException listNotFound(String id) {
    return Problem.notFound("Price list with id: " + id + " was not found");
  }

  public static RuntimeException priceNotFound(String id) {
    return Problem.notFound("Money amount with id: " + id + " was not found");
  }
}
