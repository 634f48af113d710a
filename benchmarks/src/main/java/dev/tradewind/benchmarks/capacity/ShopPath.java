package dev.tradewind.benchmarks.capacity;

import dev.tradewind.benchmarks.load.Step;
import dev.tradewind.benchmarks.paths.Scripts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Path of shoppers whose cost is measured, and how often it is walked for one order. */
enum ShopPath {
  PRODUCTS("list 12 products with prices", "product lists", 100) {
    @Override
    List<List<Step>> scripts(Scripts shop) {
      return shop.products();
    }
  },
  CART("get a cart", "reads of a cart", 20) {
    @Override
    List<List<Step>> scripts(Scripts shop) {
      return shop.getCart();
    }
  },
  LINE("add a line", "added lines", 4) {
    @Override
    List<List<Step>> scripts(Scripts shop) {
      return shop.addLine();
    }
  },
  CHECKOUT("whole checkout", "checkout", 1) {
    @Override
    List<List<Step>> scripts(Scripts shop) {
      return shop.checkout();
    }
  };

  /** Label of the sale: all paths, each as often as for one order. */
  static final String SALE = "sale: all of an order";

  private final String label;
  private final String plural;
  private final int ofAnOrder;

  ShopPath(String label, String plural, int ofAnOrder) {
    this.label = label;
    this.plural = plural;
    this.ofAnOrder = ofAnOrder;
  }

  /** Scripts of each connection, as many as the shop has connections, or one for all. */
  abstract List<List<Step>> scripts(Scripts shop);

  String label() {
    return label;
  }

  String plural() {
    return plural;
  }

  /** Turns for one order, by those who buy and those who do not. */
  int ofAnOrder() {
    return ofAnOrder;
  }

  /** Scripts whose turn is all that happens for one order. */
  static List<List<Step>> sale(Scripts shop, int connections) {
    Map<ShopPath, List<List<Step>>> all = new EnumMap<>(ShopPath.class);
    for (ShopPath path : values()) {
      all.put(path, path.scripts(shop));
    }
    return IntStream.range(0, connections).mapToObj(connection -> turn(all, connection)).toList();
  }

  private static List<Step> turn(Map<ShopPath, List<List<Step>>> all, int connection) {
    List<Step> turn = new ArrayList<>();
    all.forEach((path, scripts) ->
        Collections.nCopies(path.ofAnOrder, scripts.get(connection % scripts.size()))
            .forEach(turn::addAll));
    return turn;
  }
}
