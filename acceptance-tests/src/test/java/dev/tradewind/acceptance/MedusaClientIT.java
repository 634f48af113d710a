package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkout with the JavaScript client of the reference. */
class MedusaClientIT {

  @Test
  void theClientOfTheReferencePlacesAnOrder(@TempDir Path folder) throws Exception {
    NodeJs node = NodeJs.install("storefront", folder);

    String printed = node.runScript("storefront.mjs", Shop.shared().storefront().url());

    assertThat(printed).contains("was placed");
  }
}
