package dev.tradewind.webhook.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventTypePatternsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        "order.placed",
        "order.*",
        "order-edit.*",
        "oauth.*",
        "oauth.token_generated.*",
        "oauth.token_generated.erp"
      })
  void aPatternOfAnEventTypeIsAccepted(String pattern) {
    assertThat(EventTypePatterns.require(List.of(pattern))).containsExactly(pattern);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "order",
        "order*",
        "ord*",
        "order.palced",
        "order.placed.*",
        "**",
        "audit.recorded",
        "audit.*",
        "notification.requested",
        "product.state_changed"
      })
  void aPatternWithoutATypeThatWebhooksHaveIsRefused(String pattern) {
    assertThatThrownBy(() -> EventTypePatterns.require(List.of(pattern)))
        .isInstanceOf(Problem.class);
  }

  @Test
  void aRepeatedPatternIsKeptOnce() {
    assertThat(EventTypePatterns.require(List.of("order.*", "order.*"))).containsExactly("order.*");
  }
}
