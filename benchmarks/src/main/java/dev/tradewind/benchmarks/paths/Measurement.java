package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measurement of one path on one server, once in every round.
 *
 * @param label the row of the table
 * @param server {@code ceiling}, {@code one} or {@code two}
 * @param ceiling label of its ceiling
 * @param goal required percentage of the ceiling for one node; 0 for none
 * @param writes whether events have to be published afterwards
 */
public record Measurement(
    String label,
    String server,
    List<List<Step>> scripts,
    @Nullable String ceiling,
    int goal,
    boolean writes) {

  private static final String ROW = "one read, row of ";

  /** All measurements, the ceilings first; the ceilings serve rows of the first shop. */
  public static List<Measurement> on(BenchmarkEnvironment stage, int connections) throws Exception {
    Database rows = stage.database("ceiling");
    Scripts one = Scripts.of(stage.ports("one"), connections);
    List<List<Step>> cart = one.getCart();
    String wholeCart = row(rows, "a cart", one.answerOf(cart));
    String newCart = row(rows, "an empty cart", one.answerOf(one.createCart()));
    String collections = row(rows, "12 collections", one.answerOf(one.collections()));
    String products = row(rows, "12 products", one.answerOf(one.products()));

    List<Measurement> all = new ArrayList<>();
    all.add(ceiling("plain HTTP, no database", "/plain"));
    for (String label : List.of(wholeCart, newCart, collections, products)) {
      all.add(ceiling(label, "/row/" + id(label)));
    }
    all.add(ceiling(wholeCart + ", as text", "/text/" + id(wholeCart)));
    for (String server : List.of("one", "two")) {
      Scripts shop = server.equals("one") ? one : Scripts.of(stage.ports(server), connections);
      List<List<Step>> carts = server.equals("one") ? cart : shop.getCart();
      all.addAll(ofShop(server, shop, carts, wholeCart, newCart, collections, products));
    }
    return all;
  }

  /** The paths of one server, without a ceiling. */
  static List<Measurement> ofShop(String server, BenchmarkEnvironment stage, int connections) {
    Scripts shop = Scripts.of(stage.ports(server), connections);
    return ofShop(server, shop, shop.getCart(), null, null, null, null);
  }

  private static List<Measurement> ofShop(
      String server,
      Scripts shop,
      List<List<Step>> carts,
      @Nullable String wholeCart,
      @Nullable String newCart,
      @Nullable String collections,
      @Nullable String products) {
    return List.of(
        read("get a cart", server, carts, wholeCart, 50),
        read("list 12 collections", server, shop.collections(), collections, 30),
        read("list 12 products with prices", server, shop.products(), products, 25),
        write("create a cart", server, shop.createCart(), newCart, 15),
        write("add a line", server, shop.addLine(), wholeCart, 15),
        write("whole checkout", server, shop.checkout(), wholeCart, 2));
  }

  /** Stores the shop's response in the ceiling's table, and returns its path by size. */
  private static String row(Database rows, String what, String body) throws Exception {
    String label = "%s%s (%.1f KB)".formatted(ROW, what, body.length() / 1_000.0);
    rows.addRow(id(label), body);
    return label;
  }

  private static String id(String label) {
    return label.replaceAll("[^A-Za-z0-9]+", "-");
  }

  private static Measurement ceiling(String label, String path) {
    return new Measurement(label, "ceiling", List.of(List.of(Step.get(path))), null, 0, false);
  }

  private static Measurement read(
      String label, String server, List<List<Step>> scripts, @Nullable String ceiling, int goal) {
    return new Measurement(label, server, scripts, ceiling, goal, false);
  }

  private static Measurement write(
      String label, String server, List<List<Step>> scripts, @Nullable String ceiling, int goal) {
    return new Measurement(label, server, scripts, ceiling, goal, true);
  }
}
