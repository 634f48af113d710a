package dev.tradewind.acceptance.movein;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads of all lists and of the details of all rows, by the operations of the contract. */
final class ReadsOfEverything {

  private static final String PARAMETER = "\\{[^}]+}";

  private final Shop shop;
  private final TestDatabase database;
  private final String[] staff;
  private final Map<String, List<String>> ids = new HashMap<>();

  ReadsOfEverything(Shop shop, TestDatabase database) {
    this.shop = shop;
    this.database = database;
    this.staff = new TestIdentities(shop).asUser();
  }

  /** Requests that were answered with a 5xx, and lists that show nothing. */
  List<String> failures() {
    List<Operation> reads =
        Contract.load().operations().stream()
            .filter(operation -> !operation.isWrite())
            .filter(operation -> operation.path().matches("/(admin|store)/.*"))
            .toList();
    List<String> paths = new ArrayList<>();
    for (Operation read : reads) {
      String[] parts = read.path().split(PARAMETER, -1);
      if (parts.length == 1) {
        paths.add(read.path());
      } else if (parts.length == 2) {
        idsOf(read.path()).forEach(id -> paths.add(parts[0] + id + parts[1]));
      }
    }
    return paths.parallelStream().flatMap(this::failure).toList();
  }

  private Stream<String> failure(String path) {
    Answer answer = shop.storefront().send("GET", path, null, staff);
    return answer.status() >= 500
        ? Stream.of("GET %s: %s %s".formatted(path, answer.status(), answer.text()))
        : Stream.empty();
  }

  /** Ids of the rows that a path may name: those of its list, and of the table of the same name. */
  private List<String> idsOf(String path) {
    String list = path.replaceFirst("/" + PARAMETER + ".*", "");
    return ids.computeIfAbsent(list, this::find);
  }

  private List<String> find(String list) {
    Answer answer = shop.storefront().send("GET", list + "?limit=50", null, staff);
    List<String> found = new ArrayList<>();
    if (answer.status() == 200 && answer.text().startsWith("{")) {
      for (Map.Entry<String, Object> member : answer.body()) {
        if (member.getValue() instanceof JsonArray rows) {
          rows.stream()
              .filter(JsonObject.class::isInstance)
              .map(row -> ((JsonObject) row).getString("id"))
              .filter(id -> id != null)
              .forEach(found::add);
        }
      }
    }
    return found.isEmpty() ? stored(list) : found;
  }

  private List<String> stored(String list) {
    return switch (list) {
      case "/store/carts" -> column("SELECT id FROM cart.cart");
      case "/store/orders" -> column("SELECT id FROM orders.\"order\"");
      case "/store/swaps" -> column("SELECT cart_id FROM orders.swap");
      case "/store/order-edits" -> column("SELECT id FROM orders.order_edit");
      case "/store/payment-collections", "/admin/payment-collections" ->
          column("SELECT id FROM orders.payment_collection");
      case "/store/gift-cards" -> column("SELECT code FROM discount.gift_card");
      default -> List.of();
    };
  }

  private List<String> column(String sql) {
    List<String> values = new ArrayList<>();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
      return values;
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }
}
