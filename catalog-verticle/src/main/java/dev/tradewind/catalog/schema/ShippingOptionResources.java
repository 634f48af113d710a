package dev.tradewind.catalog.schema;

import static dev.tradewind.kernel.resource.Relation.linked;
import static dev.tradewind.kernel.resource.Relation.toMany;
import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.kernel.resource.Resource;

/** Resource descriptors of shipping options and their parts. */
public final class ShippingOptionResources {

  public static final Resource PROFILE =
      Resource.table("shipping_profile")
          .softDeletedBase()
          .text("name", "type")
          .json("metadata")
          .relation(
              linked(
                  "products",
                  () -> ProductResources.PRODUCT,
                  "product_shipping_profile",
                  "profile_id",
                  "product_id",
                  "t.created_at, t.id"))
          .relation(
              toMany(
                  "shipping_options",
                  () -> ShippingOptionResources.OPTION,
                  "profile_id",
                  "t.created_at, t.id"))
          .build();

  public static final Resource REQUIREMENT =
      Resource.table("shipping_option_requirement")
          .text("id", "shipping_option_id", "type")
          .bigints("amount")
          .timestamps("deleted_at")
          .build();

  public static final Resource OPTION =
      Resource.table("shipping_option")
          .softDeletedBase()
          .text("name", "region_id", "profile_id", "provider_id", "price_type")
          .bigints("amount")
          .booleans("is_return", "admin_only")
          .json("data", "metadata")
          .booleans("includes_tax")
          .relation(toMany("requirements", () -> REQUIREMENT, "shipping_option_id", "t.id"))
          .relation(toOne("profile", () -> PROFILE, "profile_id"))
          .relation(toOne("region", () -> RegionResources.REGION, "region_id"))
          .relation(toOne("provider", () -> RegionResources.FULFILLMENT_PROVIDER, "provider_id"))
          .build();

  private ShippingOptionResources() {}
}
