package dev.tradewind.benchmarks.capacity;

import dev.tradewind.benchmarks.load.Step;
import dev.tradewind.benchmarks.paths.Scripts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Path of shoppers whose cost is measured, and how often it is walked for one order. */
enum ShopPath {
  PRODUCTS("list 12 products with prices", 100) {
    @Override
    List<List<Step>> scripts(Scripts shop) {
      return shop.products();
    }
  },
  CART("get a cart", 20) {
    @Override
    List<List<Step>> scripts(Scripts shop) {
      return shop.getCart();
    }
  },
  LINE("add a line", 4) {
    @Override
    List<List<Step>> scripts(Scripts shop) {
      return shop.addLine();
    }
  },
  CHECKOUT("whole checkout", 1) {
    @Override
    List<List<Step>> scripts(Scripts shop) {
      return shop.checkout();
    }
  },
  /** All others, each as often as for one order. */
  SALE("sale: all of an order", 0) {
    @Override
    List<List<Step>> scripts(Scripts shop) {
      Map<ShopPath, List<List<Step>>> parts = new EnumMap<>(ShopPath.class);
      for (ShopPath path : values()) {
        if (path != this) {
          parts.put(path, path.scripts(shop));
        }
      }
      int connections = parts.values().stream().mapToInt(List::size).max().orElseThrow();
      return IntStream.range(0, connections).mapToObj(each -> saleOf(each, parts)).toList();
    }
  };

  /** Distance between the starts of connections, which distributes any number of them evenly. */
  private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

  private final String label;
  private final int ofAnOrder;

  ShopPath(String label, int ofAnOrder) {
    this.label = label;
    this.ofAnOrder = ofAnOrder;
  }

  /** Scripts of each connection, as many as the shop has connections, or one for all. */
  abstract List<List<Step>> scripts(Scripts shop);

  String label() {
    return label;
  }

  /** Turns for one order, by those who buy and those who do not. */
  int ofAnOrder() {
    return ofAnOrder;
  }

  /**
   * Turn of the sale of one connection: the turns of each path evenly distributed, begun at another
   * place than those of other connections, so that they do not check out at the same time.
   */
  static List<Step> saleOf(int connection, Map<ShopPath, List<List<Step>>> parts) {
    record Part(double at, List<Step> steps) {}

    List<Part> turn = new ArrayList<>();
    parts.forEach((path, scripts) -> {
      for (int number = 0; number < path.ofAnOrder; number++) {
        turn.add(
            new Part(
                ((number + 0.5) / path.ofAnOrder + connection * GOLDEN_RATIO) % 1,
                scripts.get(connection % scripts.size())));
      }
    });
    return turn.stream()
        .sorted(Comparator.comparingDouble(Part::at))
        .flatMap(part -> part.steps().stream())
        .toList();
  }
}
