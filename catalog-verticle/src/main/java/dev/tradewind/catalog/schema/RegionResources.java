package dev.tradewind.catalog.schema;

import static dev.tradewind.kernel.resource.Relation.linked;
import static dev.tradewind.kernel.resource.Relation.toMany;
import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.kernel.resource.Resource;

/** Resource descriptors of regions and their parts. */
public final class RegionResources {

  public static final Resource CURRENCY =
      Resource.table("currency").key("code").columns(CatalogColumns.CURRENCY).build();

  public static final Resource COUNTRY =
      Resource.table("country")
          .key("iso_2")
          .columns(CatalogColumns.COUNTRY)
          .relation(toOne("region", () -> RegionResources.REGION, "region_id"))
          .build();

  public static final Resource PAYMENT_PROVIDER =
      Resource.table("payment_provider").columns(CatalogColumns.PROVIDER).build();

  public static final Resource FULFILLMENT_PROVIDER =
      Resource.table("fulfillment_provider").columns(CatalogColumns.PROVIDER).build();

  public static final Resource TAX_PROVIDER =
      Resource.table("tax_provider").columns(CatalogColumns.PROVIDER).build();

  public static final Resource TAX_RATE =
      Resource.table("tax_rate")
          .columns(CatalogColumns.TAX_RATE)
          .relation(toOne("region", () -> RegionResources.REGION, "region_id"))
          .relation(
              linked(
                  "products",
                  () -> ProductResources.PRODUCT,
                  "product_tax_rate",
                  "rate_id",
                  "product_id",
                  "t.created_at, t.id"))
          .relation(
              linked(
                  "product_types",
                  () -> ProductResources.TYPE,
                  "product_type_tax_rate",
                  "rate_id",
                  "product_type_id",
                  "t.value, t.id"))
          .relation(
              linked(
                  "shipping_options",
                  () -> ShippingOptionResources.OPTION,
                  "shipping_tax_rate",
                  "rate_id",
                  "shipping_option_id",
                  "t.created_at, t.id"))
          .build();

  public static final Resource REGION =
      Resource.table("region")
          .columns(CatalogColumns.REGION)
          .relation(toOne("currency", () -> CURRENCY, "currency_code"))
          .relation(toMany("countries", () -> COUNTRY, "region_id", "t.id"))
          .relation(
              linked(
                  "payment_providers",
                  () -> PAYMENT_PROVIDER,
                  "region_payment_provider",
                  "region_id",
                  "provider_id",
                  "t.id"))
          .relation(
              linked(
                  "fulfillment_providers",
                  () -> FULFILLMENT_PROVIDER,
                  "region_fulfillment_provider",
                  "region_id",
                  "provider_id",
                  "t.id"))
          .relation(toOne("tax_provider", () -> TAX_PROVIDER, "tax_provider_id"))
          .relation(toMany("tax_rates", () -> TAX_RATE, "region_id", "t.created_at, t.id"))
          .build();

  private RegionResources() {}
}
