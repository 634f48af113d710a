package dev.tradewind.order.edit;

import static dev.tradewind.order.MugOrder.MUG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.api.order.LineItemDetailsBuilder;
import dev.tradewind.order.MugOrder;
import dev.tradewind.order.Orders;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.LineDiscount;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Changes of an order edit: four mugs at 1000 with a discount of 10 %, two vases at 700 without it,
 * all with a tax of 20 %, and 500 for shipping.
 */
class OrderEditContentTest {

  private static final Instant EDITED = Orders.PLACED.plusSeconds(60);

  private static final Order ORDER =
      MugOrder.unpaid()
          .selling(
              new TotalsInput(
                  List.of(priced(MUG, 1_000, 4, true), priced("vase", 700, 2, false)),
                  List.of(new TaxableMethod("sm_1", 500, false, List.of())),
                  new LineDiscount.Percentage("disc_1", 10),
                  false,
                  List.of(),
                  true,
                  true))
          .build();

  /** A change sets a quantity, removes a line, adds spoons at 300, or takes a change back. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // changes, difference, changes that are left
        "-, 0, 0",
        "mug=4, 0, 1",
        "mug=2, -2160, 1",
        "mug=5, 1080, 1",
        "mug=2 mug=5, 1080, 1",
        "mug=2 mug=5 undo:0, 0, 0",
        "vase=1, -840, 1",
        "mug=3 vase=3, -240, 2",
        "mug=3 vase=3 undo:0, 840, 1",
        "mug=3 vase=3 undo:1, -1080, 1",
        "remove:mug, -4320, 1",
        "remove:mug undo:0, 0, 0",
        "remove:vase, -1680, 1",
        "mug=2 remove:mug, -4320, 2",
        "mug=2 remove:mug undo:1, -2160, 1",
        "mug=2 remove:mug undo:1 undo:0, 0, 0",
        "add:3, 1080, 1",
        "add:3 spoon=1, 360, 1",
        "add:3 undo:0, 0, 0",
        "add:3 remove:spoon, 0, 0",
        "add:2 vase=1, -120, 2",
      })
  void changeTheTotalByThePriceOfTheirUnits(
      @Nullable String changes, long difference, int changesLeft) {
    OrderEditContent content = edited(changes);

    assertThat(content.differenceDue(ORDER)).isEqualTo(difference);
    assertThat(content.changes()).hasSize(changesLeft);
    assertThat(content.appliedTo(ORDER.snapshot()).amounts().total())
        .isEqualTo(ORDER.snapshot().amounts().total() + difference);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {"-", "mug=2", "remove:mug", "add:3", "mug=2 remove:vase add:1 spoon=4"})
  void areReadAsTheyWereStored(@Nullable String changes) {
    OrderEditContent content = edited(changes);

    OrderEditContent read = OrderEditContent.parse(new JsonObject(content.toJson().encode()));

    assertThat(read.toJson()).isEqualTo(content.toJson());
    assertThat(read.differenceDue(ORDER)).isEqualTo(content.differenceDue(ORDER));
    assertThat(read.changes()).hasSameSizeAs(content.changes());
  }

  @Test
  void aNewEditCopiesTheLineItems() {
    OrderEditContent content = edited(null);

    assertThat(content.lines()).hasSize(2);
    assertThat(content.lines())
        .zipSatisfy(
            ORDER.snapshot().lines(),
            (copy, original) -> {
              assertThat(copy.id()).isNotEqualTo(original.id());
              assertThat(copy.details().originalItemId()).isEqualTo(original.id());
              assertThat(copy.quantity()).isEqualTo(original.quantity());
              assertThat(copy.amounts()).isEqualTo(original.amounts());
              assertThat(copy.updatedAt()).isEqualTo(original.updatedAt());
            });
  }

  @Test
  void onlyTheChangedLineIsUpdated() {
    OrderEditContent content = edited("vase=1");

    assertThat(line(content, "vase").updatedAt()).isEqualTo(EDITED);
    assertThat(line(content, MUG).updatedAt()).isEqualTo(Orders.PLACED);
  }

  @Test
  void aChangeKeepsTheLineItemAsItWasSold() {
    ItemChange change = edited("mug=2 mug=5").changes().getFirst();

    assertThat(change.type()).isEqualTo(ItemChange.Type.ITEM_UPDATE);
    assertThat(change.originalId()).isEqualTo(MUG);
    assertThat(change.originalLine()).isNotNull();
    assertThat(change.originalLine().getLong("quantity")).isEqualTo(4);
  }

  @Test
  void aRemovalTakenBackRestoresTheChangedLine() {
    OrderLine restored = line(edited("mug=2 remove:mug undo:1"), MUG);

    assertThat(restored.quantity()).isEqualTo(2);
    assertThat(restored.amounts().total()).isEqualTo(2_160);
  }

  @Test
  void theBasisFollowsTheAmountsOfTheOrder() {
    assertThat(OrderEditContent.basisOf(ORDER))
        .isEqualTo(OrderEditContent.basisOf(ORDER))
        .isNotEqualTo(OrderEditContent.basisOf(MugOrder.unpaid().build()));
  }

  private static OrderEditContent edited(@Nullable String changes) {
    OrderEditContent content = OrderEditContent.of(ORDER.snapshot(), "oe_1");
    for (String change : changes == null ? new String[0] : changes.split(" ")) {
      content = changed(content, change);
    }
    return content;
  }

  private static OrderEditContent changed(OrderEditContent content, String change) {
    String[] parts = change.split("[:=]");
    if (change.contains("=")) {
      return content.withQuantity(
          line(content, parts[0]),
          Long.parseLong(parts[1]),
          ORDER.findLine(parts[0]).orElse(null),
          ORDER,
          EDITED);
    }
    return switch (parts[0]) {
      case "remove" -> {
        OrderLine line = line(content, parts[1]);
        yield ORDER
            .findLine(parts[1])
            .map(original -> content.withoutCopy(line, original, ORDER, EDITED))
            .orElseGet(() -> content.withoutAdded(line, EDITED));
      }
      case "undo" -> content.without(content.changes().get(Integer.parseInt(parts[1])), EDITED);
      default -> withSpoons(content, Long.parseLong(parts[1]));
    };
  }

  private static OrderEditContent withSpoons(OrderEditContent content, long quantity) {
    TaxableLine priced = priced("spoon", 300, quantity, false);
    CartTotals totals =
        CartTotals.of(
            new TotalsInput(List.of(priced), List.of(), null, false, List.of(), true, true));
    OrderLine line = OrderLine.sold(spoon(), priced, totals.line("spoon"), null, EDITED);
    return content.withAdded(line, priced, ItemChange.added("spoon", EDITED), EDITED);
  }

  private static LineItemDetails spoon() {
    return LineItemDetailsBuilder.builder()
        .id("spoon")
        .createdAt(EDITED)
        .title("Spoon")
        .isGiftcard(false)
        .shouldMerge(true)
        .allowDiscounts(true)
        .hasShipping(true)
        .variantId("variant_2")
        .metadata(new JsonObject())
        .variant(new JsonObject().put("id", "variant_2"))
        .build();
  }

  private static OrderLine line(OrderEditContent content, String id) {
    return content.lines().stream()
        .filter(line -> line.id().equals(id) || id.equals(line.details().originalItemId()))
        .findFirst()
        .orElseThrow();
  }

  private static TaxableLine priced(String id, long price, long quantity, boolean isDiscounted) {
    return new TaxableLine(id, price, quantity, false, List.of(Orders.RATE), isDiscounted);
  }
}
