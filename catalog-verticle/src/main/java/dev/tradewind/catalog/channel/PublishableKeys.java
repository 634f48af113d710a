package dev.tradewind.catalog.channel;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lookup of the sales channels of a publishable API key. A key that is unknown or without channels
 * has no effect; one that is revoked keeps its own, as in Medusa v1.
 */
public final class PublishableKeys {

  /** Request header of the publishable API key. */
  public static final String HEADER = "x-publishable-api-key";

  private final SalesChannelStore store;
  private final SqlClient db;

  public PublishableKeys(SqlClient db, SalesChannelStore store) {
    this.db = db;
    this.store = store;
  }

  /** Channels of the key in the request's header; empty if the key has no effect. */
  public Future<List<String>> channels(Request request) {
    return channels(request.header(HEADER));
  }

  Future<List<String>> channels(@Nullable String key) {
    if (key == null || key.isBlank()) {
      return Future.succeededFuture(List.of());
    }
    return store.findOfKey(db, key);
  }

  /**
   * Refuses channels outside the channels of the key.
   *
   * @param ofKey the key's channels; empty without a key
   */
  public static void requireWithin(Collection<String> requested, Collection<String> ofKey) {
    refuse(outside(requested, ofKey));
  }

  /**
   * Refuses channels outside the channels of the key, and a product that is in none of these; one
   * message for each. An unknown product is left to the caller.
   *
   * @param name {@code Product} or {@code Variant}
   */
  public Future<Void> requireWithin(
      Collection<String> requested, Collection<String> ofKey, String name, String id) {
    List<String> errors = new ArrayList<>(outside(requested, ofKey));
    if (ofKey.isEmpty()) {
      return Future.succeededFuture();
    }
    return store
        .isOutside(db, List.copyOf(ofKey), id)
        .map(isOutside -> {
          if (isOutside) {
            errors.add(
                "%s with id: %s is not associated with sales channels defined by the Publishable"
                        .formatted(name, id)
                    + " API Key passed in the header of the request.");
          }
          refuse(errors);
          return null;
        });
  }

  private static List<String> outside(Collection<String> requested, Collection<String> ofKey) {
    List<String> outside =
        ofKey.isEmpty()
            ? List.of()
            : requested.stream().filter(id -> !ofKey.contains(id)).distinct().toList();
    if (outside.isEmpty()) {
      return List.of();
    }
    return List.of(
        "Provided sales channel id param: "
            + String.join(", ", outside)
            + " is not associated with the Publishable API Key passed in the header of"
            + " the request.");
  }

  private static void refuse(List<String> errors) {
    if (!errors.isEmpty()) {
      throw Problem.invalidReferences(errors);
    }
  }
}
