package dev.tradewind.stripe.testserver.state;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Pages of lists, with cursors. */
final class Lists {

  private static final long MAX_LIMIT = 100;
  private static final long DEFAULT_LIMIT = 10;

  private Lists() {}

  static JsonObject page(Params params, String url, Stream<JsonObject> newestFirst) {
    Params created = params.object("created");
    List<JsonObject> all = newestFirst.filter(resource -> isWithin(created, resource)).toList();
    Long requested = params.integer("limit");
    long limit = requested == null ? DEFAULT_LIMIT : requested;
    if (limit < 1 || limit > MAX_LIMIT) {
      throw StripeError.invalid(
          "Invalid limit: must be between 1 and " + MAX_LIMIT,
          "parameter_invalid_integer",
          "limit");
    }
    String before = params.text("ending_before");
    int start = indexOf(all, params.text("starting_after"), "starting_after") + 1;
    int end = Math.min(all.size(), start + (int) limit);
    boolean hasMore = end < all.size();
    if (before != null) {
      end = indexOf(all, before, "ending_before");
      start = Math.max(0, end - (int) limit);
      hasMore = start > 0;
    }
    return new JsonObject()
        .put("object", "list")
        .put("data", new JsonArray(all.subList(start, end)))
        .put("has_more", hasMore)
        .put("url", url);
  }

  /** Page of the resources of a payment intent, of a charge, or of all. */
  static JsonObject ofPayment(ApiCall call, Account account, String object, String url) {
    Stream<JsonObject> all = account.newestFirst(object);
    for (String name : List.of("payment_intent", "charge")) {
      String value = call.params().text(name);
      if (value != null) {
        account.named(name, value, name);
        all = all.filter(resource -> value.equals(resource.getString(name)));
      }
    }
    return page(call.params(), url, all);
  }

  private static int indexOf(List<JsonObject> all, @Nullable String id, String param) {
    if (id == null) {
      return -1;
    }
    for (int i = 0; i < all.size(); i++) {
      if (id.equals(all.get(i).getString("id"))) {
        return i;
      }
    }
    throw StripeError.unknown("object", id, param);
  }

  private static boolean isWithin(Params range, JsonObject resource) {
    long created = resource.getLong("created", 0L);
    Long gt = range.integer("gt");
    Long gte = range.integer("gte");
    Long lt = range.integer("lt");
    Long lte = range.integer("lte");
    return (gt == null || created > gt)
        && (gte == null || created >= gte)
        && (lt == null || created < lt)
        && (lte == null || created <= lte);
  }
}
