package dev.tradewind.api.catalog;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Collection;

/**
 * Client for bulk import and export of products, by the hundred. Responses are large and returned
 * undecoded, so that the caller decodes them off the event loop.
 */
public final class BulkClient {

  private final OperationClient bus;

  public BulkClient(OperationClient bus) {
    this.bus = bus;
  }

  /**
   * Columns of an export: {@code count} of all products that match its filters, and, of the
   * exported ones among them, {@code prices} (each {@code currency_code} and {@code region}), and
   * the maximum number of {@code options}, {@code images}, {@code sales_channels} and {@code
   * categories} of a product. 400 for unknown filters or sort fields.
   *
   * @param export {@code filters}, {@code order} (field to {@code ASC} or {@code DESC}), {@code
   *     skip} and {@code limit}
   */
  public Future<JsonObject> exportShape(CallContext context, JsonObject export) {
    return bus.call(BulkOperation.EXPORT_SHAPE, context, export);
  }

  /**
   * A page of products in the order of the export: {@code products}, and {@code after}, the key of
   * the next page; absent on the last page.
   *
   * @param page {@code filters}, {@code order} (field to {@code ASC} or {@code DESC}), {@code
   *     limit}, and either {@code skip} or {@code after}
   */
  public Future<Buffer> exportProducts(CallContext context, JsonObject page) {
    return bus.fetch(BulkOperation.EXPORT_PRODUCTS, context, page.toBuffer());
  }

  /** The existing {@code regions} of these names and {@code currencies} of these codes. */
  public Future<JsonObject> findPricePlaces(
      CallContext context, Collection<String> regionNames, Collection<String> currencyCodes) {
    JsonObject input =
        new JsonObject()
            .put("region_names", JsonArrays.of(regionNames))
            .put("currency_codes", JsonArrays.of(currencyCodes));
    return bus.call(BulkOperation.FIND_PRICE_PLACES, context, input);
  }

  /**
   * Dry run of an import chunk: the effects ({@code counts}) and the {@code errors}, each with
   * {@code line}, {@code field} and {@code message}. Values of declared fields that the whole file
   * decides about: {@code unique_keys}, each with {@code line}, {@code field} and {@code key}, and
   * {@code absent}, errors with the {@code resource} and {@code key} of a row that the file may
   * have. A node of an earlier version has neither.
   *
   * @param input an object with {@code products}
   */
  public Future<Buffer> checkProducts(CallContext context, Buffer input) {
    return bus.fetch(BulkOperation.CHECK_PRODUCTS, context, input);
  }

  /**
   * Applies products as one chunk of a job, all or none: {@code counts} and {@code last_line}, or
   * {@code errors}. An applied chunk is not applied again and returns its stored result.
   *
   * @param input an object with {@code job_id}, {@code chunk}, {@code last_line} and {@code
   *     products}
   */
  public Future<Buffer> applyProducts(CallContext context, Buffer input) {
    return bus.fetch(BulkOperation.APPLY_PRODUCTS, context, input);
  }

  /**
   * Dry run of prices for a price list: {@code variants}, the variant id by line, and the {@code
   * errors}, each with {@code line}, {@code field} and {@code message}.
   *
   * @param input {@code price_list_id} and {@code lines}, each with {@code line}, {@code
   *     variant_id} or {@code sku}, and {@code prices}
   */
  public Future<Buffer> checkListPrices(CallContext context, Buffer input) {
    return bus.fetch(BulkOperation.CHECK_LIST_PRICES, context, input);
  }

  /**
   * Applies prices as one chunk of a job, all or none: {@code last_line}, or {@code errors}. An
   * applied chunk is not applied again.
   *
   * @param input of {@link #checkListPrices} with {@code job_id}, {@code chunk} and {@code
   *     last_line}
   */
  public Future<Buffer> applyListPrices(CallContext context, Buffer input) {
    return bus.fetch(BulkOperation.APPLY_LIST_PRICES, context, input);
  }

  /** Deletes the prices of the list that the job has not written. */
  public Future<Void> finishListPrices(CallContext context, String jobId, String priceListId) {
    return bus.call(
            BulkOperation.FINISH_LIST_PRICES,
            context,
            new JsonObject().put("job_id", jobId).put("price_list_id", priceListId))
        .mapEmpty();
  }
}
