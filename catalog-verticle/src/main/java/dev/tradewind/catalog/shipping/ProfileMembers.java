package dev.tradewind.catalog.shipping;

import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Products and shipping options that an update moves into a profile. A product has one profile, so
 * adding it to another one moves it.
 */
record ProfileMembers(Request request, String profileId, Instant at) {

  /** Ids of moved rows. */
  record Moved(List<String> products, List<String> shippingOptions) {}

  /** Moves all of them, or fails with 404 for an unknown id. */
  Future<Moved> moveIn(SqlClient db) {
    List<String> products = JsonFields.texts(request.body(), "products").orElse(List.of());
    List<String> options = JsonFields.texts(request.body(), "shipping_options").orElse(List.of());
    return moveProducts(db, products)
        .compose(movedProducts ->
            moveOptions(db, options).map(movedOptions -> new Moved(movedProducts, movedOptions)));
  }

  private Future<List<String>> moveProducts(SqlClient db, List<String> wanted) {
    if (wanted.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return ShippingProfileStore.lockProducts(db, wanted)
        .compose(found -> {
          missing(wanted, found)
              .ifPresent(id -> {
                throw new Problem.NotFound("Product with id: " + id + " was not found")
                    .toException();
              });
          return ShippingProfileStore.moveProducts(db, profileId, wanted, at);
        })
        .compose(moved -> {
          List<Event> events =
              moved.stream()
                  .map(product -> product.updated(request.context(), at, "profiles"))
                  .toList();
          return (events.isEmpty() ? Future.<Void>succeededFuture() : Outbox.append(db, events))
              .map(events.stream().map(Event::subject).toList());
        });
  }

  private Future<List<String>> moveOptions(SqlClient db, List<String> wanted) {
    if (wanted.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return ShippingProfileStore.moveOptions(db, profileId, wanted, at)
        .map(moved -> {
          missing(wanted, moved)
              .ifPresent(id -> {
                throw ShippingOptionService.notFound(id);
              });
          return wanted;
        });
  }

  private static Optional<String> missing(List<String> wanted, List<String> found) {
    List<String> missing = new ArrayList<>(wanted);
    found.forEach(missing::remove);
    return missing.stream().findFirst();
  }
}
