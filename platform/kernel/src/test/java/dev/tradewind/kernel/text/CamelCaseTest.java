package dev.tradewind.kernel.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CamelCaseTest {

  @ParameterizedTest
  @CsvSource({"FIND_REGIONS, findRegions", "EVALUATE, evaluate", "LIST_A_B, listAB"})
  void ofConstant(String name, String camelCase) {
    assertThat(CamelCase.ofConstant(name)).isEqualTo(camelCase);
  }
}
