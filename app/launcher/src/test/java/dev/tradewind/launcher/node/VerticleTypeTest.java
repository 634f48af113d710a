package dev.tradewind.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.launcher.config.CliException;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerticleTypeTest {

  @Test
  void aNodeRunsTheVerticlesThatAreNamed() {
    VerticleType.Selection selection = VerticleType.Selection.of(List.of("gateway", "cart"));

    assertThat(selection.hasGateway()).isTrue();
    assertThat(selection.parts()).containsExactly(VerticleType.CART);
  }

  @Test
  void aNodeMayHaveNoPort() {
    assertThat(VerticleType.Selection.of(List.of("order")).hasGateway()).isFalse();
  }

  @Test
  void anUnknownVerticleIsRejectedWithTheKnownOnes() {
    assertThatThrownBy(() -> VerticleType.Selection.of(List.of("search")))
        .isInstanceOf(CliException.class)
        .hasMessage(
            "There is no verticle search; there are gateway, webhook, catalog, customer, discount,"
                + " order, cart, batch.");
  }
}
