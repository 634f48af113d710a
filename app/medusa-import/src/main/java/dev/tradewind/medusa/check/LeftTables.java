package dev.tradewind.medusa.check;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tables that are not taken: those left by design, and the tables of plugins that are known by
 * name.
 */
final class LeftTables {

  private static final Map<String, String> BY_DESIGN =
      Map.of(
          "order_sales_channel", "The order names its sales channel.",
          "oauth", "Applications are installed again.",
          "idempotency_key", "Keys of requests hold for a day.",
          "staged_job", "Events that were not sent yet; nothing happens twice.",
          "migrations", "Tradewind has migrations of its own.",
          "notification", "Sent messages stay in the old shop.",
          "notification_provider", "Providers of notifications are plugins here.",
          "workflow_execution", "Workflows are not part of Tradewind.",
          "invite", "Tokens of invites are signed by the old shop: invite again.");

  /** Remarks on the data of plugins, by a part of the names of their tables. */
  private static final Map<String, String> PLUGINS = plugins();

  private LeftTables() {}

  private static Map<String, String> plugins() {
    Map<String, String> plugins = new LinkedHashMap<>();
    plugins.put(
        "wishlist",
        "A wishlist plugin; export it, or keep wishlists in the metadata of customers.");
    plugins.put("restock", "A restock plugin; its customers have to register again.");
    plugins.put("meilisearch", "An index of a search engine, which is built again.");
    plugins.put("algolia", "An index of a search engine, which is built again.");
    plugins.put("contentful", "A content management plugin; the content stays there.");
    plugins.put("segment", "An analytics plugin; the data is there already.");
    plugins.put("review", "A review plugin; export it.");
    plugins.put("stripe", "A payment plugin; payments keep their data, this table stays.");
    plugins.put("paypal", "A payment plugin; payments keep their data, this table stays.");
    return plugins;
  }

  /** Reason for leaving a table by design; absent for others. */
  static @Nullable String reason(String table) {
    return BY_DESIGN.get(table);
  }

  /** Remark on a table of a plugin. */
  static String plugin(String table) {
    return PLUGINS.entrySet().stream()
        .filter(each -> table.contains(each.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("Export it if it is needed.");
  }
}
