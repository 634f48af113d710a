package dev.tradewind.storefront.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PostalCodesTest {

  @Test
  void someCountriesHaveNone() {
    assertThat(PostalCodes.isRequiredIn("de")).isTrue();
    assertThat(PostalCodes.isRequiredIn("hk")).isFalse();
    assertThat(PostalCodes.isRequiredIn(List.of("de", "fr"))).isTrue();
    assertThat(PostalCodes.isRequiredIn(List.of("de", "ie"))).isFalse();
  }
}
