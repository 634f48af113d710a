package dev.tradewind.api.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShopProblemsTest {

  @Test
  void missingStockIsListedVariantByVariant() {
    Problem problem = ShopProblems.outOfStock("both", List.of("first", "second"));

    assertThat(problem.status()).isEqualTo(409);
    assertThat(problem.body())
        .hasToString(
            new JsonObject(
                    """
                    {
                      "code": "insufficient_inventory", "type": "not_allowed", "message": "both",
                      "errors": [
                        {
                          "message": "first", "type": "not_allowed",
                          "code": "insufficient_inventory"
                        },
                        {
                          "message": "second", "type": "not_allowed",
                          "code": "insufficient_inventory"
                        }
                      ]
                    }
                    """)
                .toString());
    assertThat(Problem.parse(409, problem.body())).isEqualTo(problem);
  }

  @Test
  void aRefusedPaymentHasNoCode() {
    Problem problem = ShopProblems.paymentRefused("no");

    assertThat(problem.status()).isEqualTo(422);
    assertThat(problem.body())
        .hasToString("{\"type\":\"payment_authorization_error\",\"message\":\"no\"}");
    assertThat(Problem.parse(422, problem.body())).isEqualTo(problem);
  }

  @Test
  void aLineWithoutStockIsNotAllowed() {
    Problem problem = ShopProblems.insufficientInventory("no");

    assertThat(problem.status()).isEqualTo(400);
    assertThat(problem.body().getString("code")).isEqualTo("insufficient_inventory");
  }
}
