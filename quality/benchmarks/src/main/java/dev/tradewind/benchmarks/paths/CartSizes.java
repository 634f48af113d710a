package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.Browser;
import dev.tradewind.benchmarks.report.Figure;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Comparison of large and small carts, for one shopper on one connection. Carts of both sizes are
 * bought in turns; every request is one sample, and the median counts.
 */
public final class CartSizes {

  static final int SMALL = 10;
  static final int LARGE = 100;

  /** Maximum ratio for a cart with ten times as many lines. */
  private static final int MAX_RATIO = 12;

  private final Map<String, Times> milliseconds = new LinkedHashMap<>();

  /** Samples of the requests of one kind. */
  private record Times(List<Double> small, List<Double> large) {

    Times() {
      this(new ArrayList<>(), new ArrayList<>());
    }

    List<Double> of(int lines) {
      return lines == SMALL ? small : large;
    }
  }

  /** Buys that many carts of each size, after the warm-up. */
  public static CartSizes measure(int port, int warmUp, int carts) {
    Scripts shop = Scripts.of(port, 1);
    Browser browser = new Browser(port);
    buy(new CartSizes(), shop, browser, warmUp);
    CartSizes sizes = new CartSizes();
    buy(sizes, shop, browser, carts);
    return sizes;
  }

  private static void buy(CartSizes sizes, Scripts shop, Browser browser, int carts) {
    for (int i = 0; i < carts; i++) {
      sizes.buy(shop, browser, SMALL);
      sizes.buy(shop, browser, LARGE);
    }
  }

  private void buy(Scripts shop, Browser browser, int lines) {
    JsonObject created =
        new JsonObject(browser.post("/store/carts", shop.cartOfLines(lines))).getJsonObject("cart");
    String cart = "/store/carts/" + created.getString("id");
    JsonArray items = created.getJsonArray("items");
    String line = items.getJsonObject(lines / 2).getString("id");
    JsonObject twice = new JsonObject().put("quantity", 2);

    time("get it", lines, () -> browser.get(cart));
    time("add a line", lines, () -> browser.post(cart + "/line-items", Scripts.itemBeyond(lines)));
    time("change a line", lines, () -> browser.post(cart + "/line-items/" + line, twice));
    shop.prepare(created.getString("id"), created.getString("id"));
    time("complete it", lines, () -> browser.post(cart + "/complete", null));
  }

  private void time(String what, int lines, Runnable request) {
    long startNanos = System.nanoTime();
    request.run();
    add(what, lines, (System.nanoTime() - startNanos) / 1e6);
  }

  void add(String what, int lines, double took) {
    milliseconds.computeIfAbsent(what, first -> new Times()).of(lines).add(took);
  }

  String table() {
    StringBuilder table =
        new StringBuilder(
            """
            | One cart | p50 ms, %d lines | p50 ms, %d lines | times | goal |
            |---|---:|---:|---:|---:|
            """
                .formatted(SMALL, LARGE));
    milliseconds.forEach((what, times) -> {
      double small = median(times.small());
      double large = median(times.large());
      table.append(
          String.format(
              Locale.ROOT,
              "| %s | %.2f | %.2f | %.1f | ≤ %d |%n",
              what,
              small,
              large,
              large / small,
              MAX_RATIO));
    });
    return table.toString();
  }

  private static double median(List<Double> times) {
    return Figure.median(times.stream().mapToDouble(Double::doubleValue));
  }
}
