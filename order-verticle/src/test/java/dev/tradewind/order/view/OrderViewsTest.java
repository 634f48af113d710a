package dev.tradewind.order.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.resource.Selection;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Relations of an order that staff asks for by name. */
class OrderViewsTest {

  @ParameterizedTest
  @CsvSource({
    "'items', items.variant.product.profiles, true",
    "'customer, items', items.variant.product.profiles, true",
    "'items', items.tax_lines, true",
    "'items', items.adjustments, true",
    "'items', returnable_items, false",
    "'returnable_items', returnable_items.variant.product.profiles, true",
    "'customer', items, false",
    "'customer', customer, true",
  })
  void namedLineItemsComeWithTheirVariants(String expand, String path, boolean isShown) {
    Selection selected = OrderViews.ofOne(new JsonObject().put("expand", expand));

    assertThat(selected.relation(path).isPresent()).isEqualTo(isShown);
  }
}
