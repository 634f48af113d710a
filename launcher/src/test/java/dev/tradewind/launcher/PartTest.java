package dev.tradewind.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PartTest {

  @Test
  void aNodeRunsTheVerticlesThatAreNamed() {
    Part.Selection selection = Part.Selection.of(List.of("gateway", "cart"));

    assertThat(selection.hasGateway()).isTrue();
    assertThat(selection.parts()).containsExactly(Part.CART);
  }

  @Test
  void aNodeMayHaveNoPort() {
    assertThat(Part.Selection.of(List.of("order")).hasGateway()).isFalse();
  }

  @Test
  void anUnknownVerticleIsAnsweredWithThoseThereAre() {
    assertThatThrownBy(() -> Part.Selection.of(List.of("catalogue")))
        .isInstanceOf(OperatorException.class)
        .hasMessage(
            "There is no verticle catalogue; there are gateway, catalog, customer, discount,"
                + " order, cart, batch.");
  }
}
