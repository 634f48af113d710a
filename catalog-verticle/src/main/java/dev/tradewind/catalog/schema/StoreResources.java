package dev.tradewind.catalog.schema;

import static dev.tradewind.kernel.resource.Relation.linked;
import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;

/** Resource descriptor of the store. */
public final class StoreResources {

  public static final Resource STORE =
      Resource.table("store")
          .base()
          .text(
              "name",
              "default_currency_code",
              "swap_link_template",
              "payment_link_template",
              "invite_link_template",
              "default_location_id",
              "default_sales_channel_id",
              "default_region_id")
          .json("metadata")
          .relation(
              linked(
                  "currencies",
                  () -> RegionResources.CURRENCY,
                  "store_currency",
                  "store_id",
                  "currency_code",
                  "t.code"))
          .relation(
              toOne("default_currency", () -> RegionResources.CURRENCY, "default_currency_code"))
          .relation(
              toOne(
                  "default_sales_channel",
                  () -> SalesChannelResources.CHANNEL,
                  "default_sales_channel_id"))
          .build();

  /** The store as far as the conversion of its stock is concerned. */
  public static final Selection STOCK = Selection.of(Resource.table("store").text("id").build());

  public static final Selection WHOLE =
      Selection.of(STORE).with("currencies", "default_currency", "default_sales_channel");

  private StoreResources() {}
}
