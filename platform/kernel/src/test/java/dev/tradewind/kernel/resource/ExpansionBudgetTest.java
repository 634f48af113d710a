package dev.tradewind.kernel.resource;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpansionBudgetTest {

  private final ExpansionBudget budget = new ExpansionBudget();

  @Test
  void theRowsOfAllRelationsCountTogether() {
    budget.add(ExpansionBudget.ROWS - 1);
    budget.add(1);

    assertThatThrownBy(() -> budget.add(1))
        .hasMessageContaining("more than " + ExpansionBudget.ROWS + " rows");
  }

  @Test
  void aRowCountsForEachParentThatShowsIt() {
    JsonObject shared = new JsonObject().put("text", "x".repeat(1 << 20));
    JsonObject few = new JsonObject().put("rows", new JsonArray(Collections.nCopies(31, shared)));
    JsonObject many = new JsonObject().put("rows", new JsonArray(Collections.nCopies(33, shared)));

    assertThatCode(() -> budget.requireSmall(List.of(many)))
        .as("few related rows are not measured")
        .doesNotThrowAnyException();
    budget.add(1_000);
    assertThatCode(() -> budget.requireSmall(List.of(few))).doesNotThrowAnyException();
    assertThatThrownBy(() -> budget.requireSmall(List.of(many)))
        .hasMessageContaining("more than 32 MiB");
  }
}
