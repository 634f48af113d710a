package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measurement of one path on one server, once in every round.
 *
 * @param label the row of the table
 * @param server {@code ceiling}, {@code one} or {@code two}
 * @param scripts of this round, as a browser knows the page of before the round
 * @param ceiling label of its ceiling
 * @param goal required percentage of the ceiling for one node; 0 for none
 * @param writes whether events have to be published afterwards
 * @param meanwhile scripts of other shoppers and staff during the measurement, each repeated every
 *     {@link #OTHERS_TURN}
 */
public record Measurement(
    String label,
    String server,
    Supplier<List<List<Step>>> scripts,
    @Nullable String ceiling,
    int goal,
    boolean writes,
    List<List<Step>> meanwhile) {

  /** From the start of one order or change of a connection to the start of its next one. */
  static final Duration OTHERS_TURN = Duration.ofMillis(400);

  /** Connections that order 50 times a second together, and that change 20 products a second. */
  private static final int ORDERING = 20;

  private static final int CHANGING = 8;

  private static final String ROW = "one read, row of ";

  /** Labels of the ceilings, by what their rows show. */
  private record Ceilings(
      @Nullable String cart,
      @Nullable String newCart,
      @Nullable String collections,
      @Nullable String products) {}

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
    Ceilings ceilings = new Ceilings(wholeCart, newCart, collections, products);
    for (String server : List.of("one", "two")) {
      Scripts shop = server.equals("one") ? one : Scripts.of(stage.ports(server), connections);
      List<List<Step>> carts = server.equals("one") ? cart : shop.getCart();
      all.addAll(ofShop(server, shop, carts, ceilings));
    }
    return all;
  }

  /** The paths of one server, without a ceiling. */
  static List<Measurement> ofShop(String server, BenchmarkEnvironment stage, int connections) {
    Scripts shop = Scripts.of(stage.ports(server), connections);
    return ofShop(server, shop, shop.getCart(), new Ceilings(null, null, null, null));
  }

  private static List<Measurement> ofShop(
      String server, Scripts shop, List<List<Step>> carts, Ceilings ceilings) {
    List<List<Step>> backgroundScripts = new ArrayList<>(shop.checkoutsOfListed(ORDERING));
    backgroundScripts.addAll(shop.changesOfListed(CHANGING));
    return List.of(
        read("get a cart", server, carts, ceilings.cart(), 85),
        read("list 12 collections", server, shop.collections(), ceilings.collections(), 80),
        read("list 12 products with prices", server, shop.products(), ceilings.products(), 150),
        new Measurement(
            "the same, not modified",
            server,
            shop::knownProducts,
            ceilings.collections(),
            80,
            false,
            List.of()),
        new Measurement(
            "the same, 20 changes and 50 orders a second",
            server,
            shop::products,
            ceilings.products(),
            75,
            true,
            backgroundScripts),
        read("page of a product", server, shop.productPages(), null, 0),
        read("page of a product, uncached", server, shop.renderedProductPages(), null, 0),
        read(
            "list 50 customers, by token",
            server,
            shop.customersByToken(),
            ceilings.collections(),
            35),
        read(
            "list 50 customers, by session",
            server,
            shop.customersBySession(),
            ceilings.collections(),
            35),
        write("create a cart", server, shop.createCart(), ceilings.newCart(), 15),
        write("add a line", server, shop.addLine(), ceilings.cart(), 25),
        write("whole checkout", server, shop.checkout(), ceilings.cart(), 3));
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
    return new Measurement(
        label, "ceiling", () -> List.of(List.of(Step.get(path))), null, 0, false, List.of());
  }

  private static Measurement read(
      String label, String server, List<List<Step>> scripts, @Nullable String ceiling, int goal) {
    return new Measurement(label, server, () -> scripts, ceiling, goal, false, List.of());
  }

  private static Measurement write(
      String label, String server, List<List<Step>> scripts, @Nullable String ceiling, int goal) {
    return new Measurement(label, server, () -> scripts, ceiling, goal, true, List.of());
  }
}
