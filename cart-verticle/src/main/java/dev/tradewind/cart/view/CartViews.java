package dev.tradewind.cart.view;

import dev.tradewind.kernel.resource.read.DocumentView;
import java.util.Set;

/** Selectable fields and relations of a cart. */
public final class CartViews {

  private static final Set<String> FIELDS =
      Set.of(
          "id",
          "object",
          "created_at",
          "updated_at",
          "deleted_at",
          "email",
          "billing_address_id",
          "shipping_address_id",
          "region_id",
          "customer_id",
          "payment_id",
          "type",
          "completed_at",
          "payment_authorized_at",
          "idempotency_key",
          "context",
          "metadata",
          "sales_channel_id",
          "subtotal",
          "discount_total",
          "raw_discount_total",
          "item_tax_total",
          "shipping_total",
          "shipping_tax_total",
          "tax_total",
          "gift_card_total",
          "gift_card_tax_total",
          "refunded_total",
          "refundable_amount",
          "total");

  private static final Set<String> RELATIONS =
      Set.of(
          "billing_address",
          "discounts",
          "discounts.rule",
          "gift_cards",
          "items",
          "items.adjustments",
          "items.tax_lines",
          "items.variant",
          "items.variant.product",
          "items.variant.product.profiles",
          "payment",
          "payment_sessions",
          "region",
          "region.countries",
          "region.payment_providers",
          "region.tax_rates",
          "sales_channel",
          "shipping_address",
          "shipping_methods",
          "shipping_methods.shipping_option",
          "shipping_methods.tax_lines");

  /** View of the storefront: everything, and the customer on request. */
  public static final DocumentView STOREFRONT =
      DocumentView.showing(FIELDS, RELATIONS)
          .allowing(Set.of(), Set.of("customer"))
          .withCompanion("payment_session", "payment_sessions")
          .withCompanion("items.variant.product.profile", "items.variant.product.profiles")
          .withCompanion("items.variant.product.profile_id", "items.variant.product.profiles");

  private CartViews() {}
}
