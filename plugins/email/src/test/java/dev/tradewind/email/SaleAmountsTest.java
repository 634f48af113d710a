package dev.tradewind.email;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.SaleAmounts;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SaleAmountsTest {

  /** Lines are {@code before>after}, separated by blanks; the tax of the lines is in them. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "plain        | 2975>2975           | 583 | 0    | 3558 | 568 | 3558 | 0"
            + "    | items 2975, shipping 583, total 3558, tax 568",
        "ten percent  | 9800>8820 99900>89910 1999>1799 | 0 | 0 | 100529 | 0 | 0 | 0"
            + " | items 111699, discount -11170, shipping 0, total 100529",
        "gift card    | 5000>5000           | 490 | 5490 | 0    | 0   | 0    | 0"
            + "    | items 5000, shipping 490, gift-cards -5490, total 0",
        "comes back   | 5000>5000 -3000>-2700 | 0 | 0    | 2300 | 367 | 0    | 0"
            + "    | items 2000, discount 300, shipping 0, total 2300, tax 367",
        "refunded     | 14161>14161         | 583 | 0    | 14744 | 2354 | 14744 | 9000"
            + " | items 14161, shipping 583, total 14744, tax 2354, refunded -9000, left 5744",
        "paid a swap  | 10000>10000         | 0   | 0    | 10000 | 0  | 11000 | 2000"
            + " | items 10000, shipping 0, total 10000, paid 11000, refunded -2000, left 9000"
      })
  void rowsAddUpToTheTotal(
      String name,
      String lines,
      long shipping,
      long cards,
      long total,
      long tax,
      long paid,
      long refunded,
      String rows) {
    JsonArray items = new JsonArray();
    for (String line : lines.split(" ")) {
      String[] amounts = line.split(">");
      items.add(
          new JsonObject()
              .put("original_total", Long.valueOf(amounts[0]))
              .put("total", Long.valueOf(amounts[1])));
    }
    SaleAmounts amounts =
        SaleAmounts.ofOrder(
            new JsonObject()
                .put("items", items)
                .put("shipping_total", shipping - shipping / 6)
                .put("shipping_tax_total", shipping / 6)
                .put("gift_card_total", cards)
                .put("total", total)
                .put("tax_total", tax)
                .put("paid_total", paid)
                .put("refunded_total", refunded));

    assertThat(
            amounts.rows().stream()
                .map(row -> row.kind().key() + " " + row.amount())
                .collect(Collectors.joining(", ")))
        .isEqualTo(rows);
    assertThat(
            amounts.rows().stream()
                .takeWhile(row -> row.kind() != SaleAmounts.Kind.TOTAL)
                .mapToLong(SaleAmounts.Row::amount)
                .sum())
        .isEqualTo(total);
  }
}
