package dev.tradewind.benchmarks.paths;

import dev.tradewind.benchmarks.load.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
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

  /** A shop, with the carts that are read in it. */
  private record Prepared(Scripts shop, List<List<Step>> carts) {}

  /** Path of a shop: a row of the table for each server. */
  private record ShopPath(
      String label,
      Function<Prepared, Supplier<List<List<Step>>>> scripts,
      Function<Ceilings, @Nullable String> ceiling,
      int goal,
      boolean writes,
      boolean isBesideOthers) {

    static ShopPath read(
        String label,
        Function<Prepared, List<List<Step>>> scripts,
        Function<Ceilings, @Nullable String> ceiling,
        int goal) {
      return new ShopPath(label, made(scripts), ceiling, goal, false, false);
    }

    static ShopPath write(
        String label,
        Function<Prepared, List<List<Step>>> scripts,
        Function<Ceilings, @Nullable String> ceiling,
        int goal) {
      return new ShopPath(label, made(scripts), ceiling, goal, true, false);
    }

    /** The same scripts in every round. */
    private static Function<Prepared, Supplier<List<List<Step>>>> made(
        Function<Prepared, List<List<Step>>> scripts) {
      return prepared -> {
        List<List<Step>> once = scripts.apply(prepared);
        return () -> once;
      };
    }
  }

  private static final List<ShopPath> PATHS =
      List.of(
          ShopPath.read("get a cart", Prepared::carts, Ceilings::cart, 85),
          ShopPath.read(
              "list 12 collections", on -> on.shop().collections(), Ceilings::collections, 80),
          ShopPath.read(
              "list 12 products with prices", on -> on.shop().products(), Ceilings::products, 150),
          new ShopPath(
              "the same, not modified",
              on -> on.shop()::knownProducts,
              Ceilings::collections,
              80,
              false,
              false),
          new ShopPath(
              "the same, 20 changes and 50 orders a second",
              on -> on.shop()::products,
              Ceilings::products,
              75,
              true,
              true),
          ShopPath.read("page of a product", on -> on.shop().productPages(), none -> null, 0),
          ShopPath.read(
              "page of a product, uncached",
              on -> on.shop().renderedProductPages(),
              none -> null,
              0),
          ShopPath.read(
              "list 50 customers, by token",
              on -> on.shop().customersByToken(),
              Ceilings::collections,
              35),
          ShopPath.read(
              "list 50 customers, by session",
              on -> on.shop().customersBySession(),
              Ceilings::collections,
              35),
          ShopPath.write("create a cart", on -> on.shop().createCart(), Ceilings::newCart, 15),
          ShopPath.write("add a line", on -> on.shop().addLine(), Ceilings::cart, 25),
          ShopPath.write("whole checkout", on -> on.shop().checkout(), Ceilings::cart, 3));

  /** Labels of the paths of a shop, in the order of the table. */
  static List<String> labels() {
    return PATHS.stream().map(ShopPath::label).toList();
  }

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
    List<List<Step>> others = new ArrayList<>(shop.checkoutsOfListed(ORDERING));
    others.addAll(shop.changesOfListed(CHANGING));
    Prepared prepared = new Prepared(shop, carts);
    return PATHS.stream()
        .map(path ->
            new Measurement(
                path.label(),
                server,
                path.scripts().apply(prepared),
                path.ceiling().apply(ceilings),
                path.goal(),
                path.writes(),
                path.isBesideOthers() ? others : List.of()))
        .toList();
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
}
