package dev.tradewind.catalog.shipping;

import static dev.tradewind.kernel.resource.Relation.toMany;
import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.kernel.resource.Resource;

/** Describes shipping options and what belongs to them. */
public final class ShippingOptions {

  public static final Resource PROFILE =
      Resource.table("shipping_profile")
          .softDeletedBase()
          .text("name", "type")
          .json("metadata")
          .build();

  static final Resource REQUIREMENT =
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
          .build();

  private ShippingOptions() {}
}
