package dev.tradewind.catalog.price;

import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.catalog.region.Regions;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.model.catalog.CatalogColumns;

/** Describes prices and price lists. */
public final class Prices {

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
          .relation(toOne("currency", () -> Regions.CURRENCY, "currency_code"))
          .relation(toOne("region", () -> Regions.REGION, "region_id"))
          .build();

  private Prices() {}
}
