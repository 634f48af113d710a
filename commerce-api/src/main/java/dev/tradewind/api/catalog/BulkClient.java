package dev.tradewind.api.catalog;

import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Collection;

/**
 * Takes products out of the catalogue and puts them in by the hundred. Answers are large and come
 * as they are, so that whoever asks decodes them where it disturbs nobody.
 */
public final class BulkClient {

  private final OperationClient bus;

  public BulkClient(OperationClient bus) {
    this.bus = bus;
  }

  /**
   * What an export of the products that meet these filters will hold: {@code count}, {@code prices}
   * (each {@code currency_code} and {@code region}), and how many {@code options}, {@code images},
   * {@code sales_channels} and {@code categories} a product has at most. 400 where products cannot
   * be filtered or sorted like that.
   */
  public Future<JsonObject> exportShape(CallContext context, JsonObject filters, JsonObject order) {
    return bus.call(
        BulkOperation.EXPORT_SHAPE,
        context,
        new JsonObject().put("filters", filters).put("order", order));
  }

  /**
   * A page of products in the order of the export: {@code products}, and {@code after}, the key
   * with which the next page is asked for; none when there is no next page.
   *
   * @param page {@code filters}, {@code order} (field to {@code ASC} or {@code DESC}), {@code
   *     limit}, and either {@code skip} or {@code after}
   */
  public Future<Buffer> exportProducts(CallContext context, JsonObject page) {
    return bus.fetch(BulkOperation.EXPORT_PRODUCTS, context, page.toBuffer());
  }

  /**
   * The {@code regions} of these names and the {@code currencies} of these codes that there are.
   */
  public Future<JsonObject> findPricePlaces(
      CallContext context, Collection<String> regionNames, Collection<String> currencyCodes) {
    JsonObject input =
        new JsonObject()
            .put("region_names", JsonArrays.of(regionNames))
            .put("currency_codes", JsonArrays.of(currencyCodes));
    return bus.call(BulkOperation.FIND_PRICE_PLACES, context, input);
  }

  /**
   * What applying these products would do ({@code counts}) and what would be in the way ({@code
   * errors}, each {@code line}, {@code field} and {@code message}); changes nothing.
   *
   * @param input an object with {@code products}
   */
  public Future<Buffer> checkProducts(CallContext context, Buffer input) {
    return bus.fetch(BulkOperation.CHECK_PRODUCTS, context, input);
  }

  /**
   * Applies products as one chunk of a job, all or none: {@code counts} and {@code last_line}, or
   * {@code errors}. A chunk that has been applied before is not applied again, and answers what it
   * answered.
   *
   * @param input an object with {@code job_id}, {@code chunk}, {@code last_line} and {@code
   *     products}
   */
  public Future<Buffer> applyProducts(CallContext context, Buffer input) {
    return bus.fetch(BulkOperation.APPLY_PRODUCTS, context, input);
  }
}
