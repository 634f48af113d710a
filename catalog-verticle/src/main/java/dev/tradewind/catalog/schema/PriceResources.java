package dev.tradewind.catalog.schema;

import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.kernel.resource.Resource;

/** Resource descriptors of prices and price lists. */
public final class PriceResources {

  public static final Resource PRICE_LIST =
      Resource.table("price_list").columns(CatalogColumns.PRICE_LIST).build();

  public static final Resource PRICE =
      Resource.table("money_amount")
          .softDeletedBase()
          .text("currency_code")
          .bigints("amount")
          .integers("min_quantity", "max_quantity")
          .text("price_list_id", "region_id")
          .text("variant_id")
          .relation(toOne("price_list", () -> PRICE_LIST, "price_list_id"))
          .relation(toOne("currency", () -> RegionResources.CURRENCY, "currency_code"))
          .relation(toOne("region", () -> RegionResources.REGION, "region_id"))
          .build();

  private PriceResources() {}
}
