package dev.tradewind.catalog.schema;

import static dev.tradewind.kernel.resource.Relation.linked;
import static dev.tradewind.kernel.resource.Relation.toMany;
import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.kernel.resource.Resource;

/** Resource descriptors of shipping options and their parts. */
public final class ShippingOptionResources {

  public static final Resource PROFILE =
      Resource.table("shipping_profile")
          .columns(CatalogColumns.SHIPPING_PROFILE)
          .relation(
              linked(
                      "products",
                      () -> ProductResources.PRODUCT,
                      "product_shipping_profile",
                      "profile_id",
                      "product_id",
                      "t.created_at, t.id")
                  .cutWhenLarge())
          .relation(
              toMany(
                  "shipping_options",
                  () -> ShippingOptionResources.OPTION,
                  "profile_id",
                  "t.created_at, t.id"))
          .build();

  public static final Resource REQUIREMENT =
      Resource.table("shipping_option_requirement")
          .columns(CatalogColumns.SHIPPING_REQUIREMENT)
          .build();

  public static final Resource OPTION =
      Resource.table("shipping_option")
          .columns(CatalogColumns.SHIPPING_OPTION)
          .relation(toMany("requirements", () -> REQUIREMENT, "shipping_option_id", "t.id"))
          .relation(toOne("profile", () -> PROFILE, "profile_id"))
          .relation(toOne("region", () -> RegionResources.REGION, "region_id"))
          .relation(toOne("provider", () -> RegionResources.FULFILLMENT_PROVIDER, "provider_id"))
          .build();

  private ShippingOptionResources() {}
}
