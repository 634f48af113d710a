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
record ProfileMembers(ShippingProfileStore store, Request request, String profileId, Instant at) {

  /** Moves all of them, or fails with 404 for an unknown id. */
  Future<Void> moveIn(SqlClient db) {
    List<String> products = JsonFields.texts(request.body(), "products").orElse(List.of());
    List<String> options = JsonFields.texts(request.body(), "shipping_options").orElse(List.of());
    return moveProducts(db, products).compose(moved -> moveOptions(db, options));
  }

  private Future<Void> moveProducts(SqlClient db, List<String> requested) {
    if (requested.isEmpty()) {
      return Future.succeededFuture();
    }
    return store
        .lockProducts(db, requested)
        .compose(found -> {
          missing(requested, found)
              .ifPresent(id -> {
                throw Problem.notFound("Product with id: " + id + " was not found");
              });
          return store.moveProducts(db, profileId, requested, at);
        })
        .compose(moved -> {
          List<Event> events =
              moved.stream()
                  .map(product -> product.updated(request.context(), at, "profiles"))
                  .toList();
          return events.isEmpty() ? Future.succeededFuture() : Outbox.append(db, events);
        });
  }

  private Future<Void> moveOptions(SqlClient db, List<String> requested) {
    if (requested.isEmpty()) {
      return Future.succeededFuture();
    }
    return store
        .moveOptions(db, profileId, requested, at)
        .map(moved -> {
          missing(requested, moved)
              .ifPresent(id -> {
                throw ShippingOptionService.notFound(id);
              });
          return null;
        });
  }

  private static Optional<String> missing(List<String> requested, List<String> found) {
    List<String> missing = new ArrayList<>(requested);
    found.forEach(missing::remove);
    return missing.stream().findFirst();
  }
}
