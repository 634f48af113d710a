package dev.tradewind.catalog.product.write;

import dev.tradewind.kernel.outbox.Outbox;
import java.util.Map;

/** Statements that write a {@link ProductBatch}, each with the events of the changed rows. */
final class ProductStatements {

  /**
   * Deletes products ($1), variants ($2), options ($3) and prices ($4) with their parts and appends
   * events ($5), at a time ($6).
   */
  static final String REMOVE =
      """
      WITH removed_product AS (
        UPDATE product
        SET deleted_at = $6, updated_at = $6, version = version + 1
        WHERE id = ANY ($1::text[]) AND deleted_at IS NULL
        RETURNING id, version
      ),
      removed_variant AS (
        UPDATE product_variant
        SET deleted_at = $6, updated_at = $6, version = version + 1
        WHERE id = ANY ($2::text[]) AND deleted_at IS NULL
        RETURNING id, version
      ),
      removed_option AS (
        UPDATE product_option
        SET deleted_at = $6, updated_at = $6
        WHERE (id = ANY ($3::text[]) OR product_id = ANY ($1::text[])) AND deleted_at IS NULL
      ),
      removed_value AS (
        UPDATE product_option_value
        SET deleted_at = $6, updated_at = $6
        WHERE (variant_id = ANY ($2::text[]) OR option_id = ANY ($3::text[])) AND deleted_at IS NULL
      ),
      removed_price AS (
        UPDATE money_amount
        SET deleted_at = $6, updated_at = $6
        WHERE (id = ANY ($4::text[]) OR variant_id = ANY ($2::text[])) AND deleted_at IS NULL
      ),
      touched AS (
        SELECT id, version FROM removed_product
        UNION ALL
        SELECT id, version FROM removed_variant
      )
      %s
      """
          .formatted(appendInOrder("$5"));

  /**
   * Writes the rows of a batch ($1) at a time ($2). Updates only the mentioned columns, so that
   * concurrent writers of other columns lose nothing.
   */
  static final String WRITE =
      """
      WITH new_product AS (
        INSERT INTO product (
          id, created_at, updated_at, title, subtitle, description, handle, is_giftcard, status,
          thumbnail, weight, length, height, width, hs_code, origin_country, mid_code, material,
          collection_id, type_id, discountable, external_id, metadata
        )
        SELECT
          id, created_at, updated_at, title, subtitle, description, handle, is_giftcard, status,
          thumbnail, weight, length, height, width, hs_code, origin_country, mid_code, material,
          collection_id, type_id, discountable, external_id, metadata
        FROM jsonb_populate_recordset(NULL::product, $1::jsonb -> 'new_product')
        RETURNING id, version
      ),
      changed_product AS (
        UPDATE product AS t
        SET (
          title, subtitle, description, handle, is_giftcard, status, thumbnail, weight, length,
          height, width, hs_code, origin_country, mid_code, material, collection_id, type_id,
          discountable, external_id
        ) = (
          SELECT
            given.title, given.subtitle, given.description, given.handle, given.is_giftcard,
            given.status, coalesce(given.thumbnail, change.first_image), given.weight,
            given.length, given.height, given.width, given.hs_code, given.origin_country,
            given.mid_code, given.material, given.collection_id, given.type_id, given.discountable,
            given.external_id
          FROM jsonb_populate_record(t, change.columns) AS given
        ),
        updated_at = $2,
        version = t.version + 1,
        metadata = merged_metadata(t.metadata, change.metadata)
        FROM jsonb_to_recordset($1::jsonb -> 'changed_product') AS change (
          id text, columns jsonb, first_image text, metadata jsonb
        )
        WHERE t.id = change.id
          AND t.deleted_at IS NULL
        RETURNING t.id, t.version
      ),
      new_option AS (
        INSERT INTO product_option (
          id, created_at, updated_at, title, product_id
        )
        SELECT
          id, created_at, updated_at, title, product_id
        FROM jsonb_populate_recordset(NULL::product_option, $1::jsonb -> 'new_option')
      ),
      changed_option AS (
        UPDATE product_option AS t
        SET title = change.doc ->> 'title', updated_at = $2
        FROM jsonb_array_elements($1::jsonb -> 'changed_option') AS change (doc)
        WHERE t.id = change.doc ->> 'id'
      ),
      new_variant AS (
        INSERT INTO product_variant (
          id, created_at, updated_at, title, sku, barcode, ean, upc, variant_rank,
          inventory_quantity, allow_backorder, manage_inventory, hs_code, origin_country, mid_code,
          material, weight, length, height, width, metadata, product_id
        )
        SELECT
          id, created_at, updated_at, title, sku, barcode, ean, upc, variant_rank,
          inventory_quantity, allow_backorder, manage_inventory, hs_code, origin_country, mid_code,
          material, weight, length, height, width, metadata, product_id
        FROM jsonb_populate_recordset(NULL::product_variant, $1::jsonb -> 'new_variant')
        RETURNING id, version
      ),
      changed_variant AS (
        UPDATE product_variant AS t
        SET (
          title, sku, barcode, ean, upc, variant_rank, inventory_quantity, allow_backorder,
          manage_inventory, hs_code, origin_country, mid_code, material, weight, length, height,
          width
        ) = (
          SELECT
            given.title, given.sku, given.barcode, given.ean, given.upc, given.variant_rank,
            given.inventory_quantity, given.allow_backorder, given.manage_inventory, given.hs_code,
            given.origin_country, given.mid_code, given.material, given.weight, given.length,
            given.height, given.width
          FROM jsonb_populate_record(t, change.doc) AS given
        ),
        updated_at = $2,
        version = t.version + 1,
        metadata = merged_metadata(t.metadata, change.doc -> 'metadata')
        FROM jsonb_array_elements($1::jsonb -> 'changed_variant') AS change (doc)
        WHERE t.id = change.doc ->> 'id'
          AND t.deleted_at IS NULL
        RETURNING t.id, t.version
      ),
      new_value AS (
        INSERT INTO product_option_value (
          id, created_at, updated_at, value, option_id, variant_id
        )
        SELECT
          id, created_at, updated_at, value, option_id, variant_id
        FROM jsonb_populate_recordset(NULL::product_option_value, $1::jsonb -> 'new_value')
      ),
      changed_value AS (
        UPDATE product_option_value AS t
        SET value = change.doc ->> 'value', updated_at = $2
        FROM jsonb_array_elements($1::jsonb -> 'changed_value') AS change (doc)
        WHERE t.id = change.doc ->> 'id'
      ),
      new_price AS (
        INSERT INTO money_amount (
          id, created_at, updated_at, currency_code, amount, min_quantity, max_quantity, region_id,
          variant_id
        )
        SELECT
          id, created_at, updated_at, currency_code, amount, min_quantity, max_quantity, region_id,
          variant_id
        FROM jsonb_populate_recordset(NULL::money_amount, $1::jsonb -> 'new_price')
      ),
      changed_price AS (
        UPDATE money_amount AS t
        SET (
          currency_code, amount, min_quantity, max_quantity, region_id
        ) = (
          SELECT
            given.currency_code, given.amount, given.min_quantity, given.max_quantity,
            given.region_id
          FROM jsonb_populate_record(t, change.doc) AS given
        ),
        updated_at = $2
        FROM jsonb_array_elements($1::jsonb -> 'changed_price') AS change (doc)
        WHERE t.id = change.doc ->> 'id'
      ),
      new_image AS (
        INSERT INTO image (
          id, created_at, updated_at, url
        )
        SELECT
          id, created_at, updated_at, url
        FROM jsonb_populate_recordset(NULL::image, $1::jsonb -> 'new_image')
      ),
      removed_product_image AS (
        DELETE FROM product_image AS link
        WHERE link.product_id = ANY (
            ARRAY(
              SELECT jsonb_array_elements_text($1::jsonb -> 'replaced_product_image')
            )
          )
          AND NOT EXISTS (
            SELECT
            FROM jsonb_populate_recordset(
              NULL::product_image, $1::jsonb -> 'product_image'
            ) AS kept
            WHERE kept.product_id = link.product_id
              AND kept.image_id = link.image_id
          )
      ),
      added_product_image AS (
        INSERT INTO product_image (product_id, image_id, rank)
        SELECT product_id, image_id, rank
        FROM jsonb_populate_recordset(
          NULL::product_image, $1::jsonb -> 'product_image'
        )
        ON CONFLICT (product_id, image_id) DO UPDATE SET rank = EXCLUDED.rank
      ),
      removed_product_tagging AS (
        DELETE FROM product_tagging AS link
        WHERE link.product_id = ANY (
            ARRAY(
              SELECT jsonb_array_elements_text($1::jsonb -> 'replaced_product_tagging')
            )
          )
          AND NOT EXISTS (
            SELECT
            FROM jsonb_populate_recordset(
              NULL::product_tagging, $1::jsonb -> 'product_tagging'
            ) AS kept
            WHERE kept.product_id = link.product_id
              AND kept.tag_id = link.tag_id
          )
      ),
      added_product_tagging AS (
        INSERT INTO product_tagging (product_id, tag_id)
        SELECT product_id, tag_id
        FROM jsonb_populate_recordset(
          NULL::product_tagging, $1::jsonb -> 'product_tagging'
        )
        ON CONFLICT DO NOTHING
      ),
      removed_product_sales_channel AS (
        DELETE FROM product_sales_channel AS link
        WHERE link.product_id = ANY (
            ARRAY(
              SELECT jsonb_array_elements_text($1::jsonb -> 'replaced_product_sales_channel')
            )
          )
          AND NOT EXISTS (
            SELECT
            FROM jsonb_populate_recordset(
              NULL::product_sales_channel, $1::jsonb -> 'product_sales_channel'
            ) AS kept
            WHERE kept.product_id = link.product_id
              AND kept.sales_channel_id = link.sales_channel_id
          )
      ),
      added_product_sales_channel AS (
        INSERT INTO product_sales_channel (product_id, sales_channel_id)
        SELECT product_id, sales_channel_id
        FROM jsonb_populate_recordset(
          NULL::product_sales_channel, $1::jsonb -> 'product_sales_channel'
        )
        ON CONFLICT DO NOTHING
      ),
      removed_product_category_product AS (
        DELETE FROM product_category_product AS link
        WHERE link.product_id = ANY (
            ARRAY(
              SELECT jsonb_array_elements_text($1::jsonb -> 'replaced_product_category_product')
            )
          )
          AND NOT EXISTS (
            SELECT
            FROM jsonb_populate_recordset(
              NULL::product_category_product, $1::jsonb -> 'product_category_product'
            ) AS kept
            WHERE kept.product_id = link.product_id
              AND kept.product_category_id = link.product_category_id
          )
      ),
      added_product_category_product AS (
        INSERT INTO product_category_product (product_id, product_category_id)
        SELECT product_id, product_category_id
        FROM jsonb_populate_recordset(
          NULL::product_category_product, $1::jsonb -> 'product_category_product'
        )
        ON CONFLICT DO NOTHING
      ),
      added_product_shipping_profile AS (
        INSERT INTO product_shipping_profile (product_id, profile_id)
        SELECT product_id, profile_id
        FROM jsonb_populate_recordset(
          NULL::product_shipping_profile, $1::jsonb -> 'product_shipping_profile'
        )
        ON CONFLICT DO NOTHING
      ),
      touched AS (
        SELECT id, version FROM new_product
        UNION ALL
        SELECT id, version FROM changed_product
        UNION ALL
        SELECT id, version FROM new_variant
        UNION ALL
        SELECT id, version FROM changed_variant
      )
      %s
      """
          .formatted(appendInOrder("($1::jsonb -> 'events')"));

  /** An INSERT of the events of the touched rows, in the order of the parameter. */
  private static String appendInOrder(String parameter) {
    return Outbox.insertFrom(
        """
        jsonb_populate_recordset(NULL::outbox, %s::jsonb) WITH ORDINALITY AS event
        JOIN touched ON touched.id = event.subject
        ORDER BY event.ordinality
        """
            .formatted(parameter),
        Map.of("aggregate_version", "touched.version"));
  }

  private ProductStatements() {}
}
