package dev.tradewind.catalog.channel;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lookup of the sales channels of a publishable API key. A key that is unknown, revoked or without
 * channels has no effect (section 8 of the HTTP conventions).
 */
public final class PublishableKeys {

  /** Request header of the publishable API key. */
  public static final String HEADER = "x-publishable-api-key";

  private final SqlClient db;

  public PublishableKeys(SqlClient db) {
    this.db = db;
  }

  /** Channels of the key in the request's header; empty if the key has no effect. */
  public Future<List<String>> channels(Request request) {
    return channels(request.header(HEADER));
  }

  Future<List<String>> channels(@Nullable String key) {
    if (key == null || key.isBlank()) {
      return Future.succeededFuture(List.of());
    }
    return SalesChannelStore.findOfKey(db, key);
  }

  /**
   * Refuses channels outside those of the key.
   *
   * @param ofKey the key's channels; empty without a key
   */
  public static void requireWithin(Collection<String> wanted, Collection<String> ofKey) {
    List<String> outside =
        ofKey.isEmpty()
            ? List.of()
            : wanted.stream().filter(id -> !ofKey.contains(id)).distinct().toList();
    if (!outside.isEmpty()) {
      throw new Problem.InvalidReferences(
              List.of(
                  "Provided sales channel id param: "
                      + String.join(", ", outside)
                      + " is not associated with the Publishable API Key passed in the header of"
                      + " the request."))
          .toException();
    }
  }
}
