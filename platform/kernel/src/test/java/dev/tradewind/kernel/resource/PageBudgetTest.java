package dev.tradewind.kernel.resource;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PageBudgetTest {

  private static final int MEBI = 1 << 20;

  private final PageBudget budget = new PageBudget();

  /** A mebibyte each, in memory: one long text, or many small values. */
  static Stream<Object> largeContent() {
    String text = "x".repeat(MEBI);
    List<Integer> values = Collections.nCopies(MEBI / 32, 1);
    return Stream.of(
        text,
        new JsonObject().put("a", text),
        new JsonObject().put("a", new JsonObject().put("b", new JsonArray().add(text))),
        new JsonObject().put(text, true),
        Map.of("a", List.of(text)),
        new JsonArray(values),
        values);
  }

  @ParameterizedTest
  @MethodSource("largeContent")
  void theRowsOfAPageCountTogether(Object content) {
    for (int row = 0; row < 31; row++) {
      budget.add(content);
    }

    assertThatThrownBy(() -> budget.add(content))
        .hasMessage("limit is too large: the rows of the page have more than 32 MiB");
  }
}
