package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference's JavaScript client goes from an empty cart to a placed order. */
class MedusaClientIT {

  @Test
  void theClientOfTheReferenceShops(@TempDir Path folder) throws Exception {
    NodeJs node = NodeJs.install("storefront", folder);

    String printed = node.runScript("storefront.mjs", Shop.shared().storefront().url());

    assertThat(printed).contains("was placed");
  }
}
