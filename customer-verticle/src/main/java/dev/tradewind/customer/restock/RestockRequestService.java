package dev.tradewind.customer.restock;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.customer.auth.login.LoginRateLimiter;
import dev.tradewind.customer.restock.RestockRequestStore.RestockRequest;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;

/**
 * Requests of shoppers to be told by e-mail when a sold-out variant can be bought again. The rules
 * are those of the reference's plugin for restock notifications.
 */
public final class RestockRequestService {

  private final Pool pool;
  private final RestockRequestStore store;
  private final CatalogClient catalog;
  private final LoginRateLimiter limiter;
  private final Clock clock;

  public RestockRequestService(
      Pool pool,
      RestockRequestStore store,
      OperationClient bus,
      LoginRateLimiter limiter,
      Clock clock) {
    this.pool = pool;
    this.store = store;
    this.catalog = new CatalogClient(bus);
    this.limiter = limiter;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("storeRequestRestockNotification", this::add);
  }

  private Future<Reply> add(Request request) {
    String variantId = request.path("id");
    JsonObject body = request.body();
    String email = EmailAddress.normalized(body.getString("email"));
    return limiter
        .restockRequest(email, request)
        .count()
        .compose(
            counted -> catalog.findVariantsOfChannel(request.context(), null, List.of(variantId)))
        .compose(found -> {
          JsonObject variant =
              found.stream()
                  .filter(SoldVariants::isPublished)
                  .findFirst()
                  .orElseThrow(
                      () -> Problem.notFound("Variant with id: " + variantId + " was not found"));
          if (SoldVariants.isInStock(variant)) {
            throw Problem.notAllowed("The variant is in stock");
          }
          return store.add(
              pool,
              new RestockRequest(variantId, email, body.getString("language")),
              Timestamps.now(clock));
        })
        .map(added -> Reply.noContent());
  }
}
