package dev.tradewind.kernel.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextFoldingTest {

  @ParameterizedTest
  @CsvSource({
    "Navy, navy",
    "Crème, creme",
    "cre\u0300me, creme",
    "GRÖSSE, grosse",
    "Größe, grosse",
    "Ærø Łódź Þór Đorđe, aero lodz thor dorde",
    "İstanbul ılık, istanbul ilik",
    "ΚΑΦΈΣ, καφεσ",
    "καφές, καφεσ",
    "Ёлка, елка",
    "Ｗｉｄｅ ①, wide 1",
    "Levi’s – A, levi's - a",
    "東京タワー, 東京タワー",
    "𝐁old, bold"
  })
  void textsAreComparedWithoutCaseAccentsAndWidth(String text, String folded) {
    assertThat(TextFolding.fold(text)).isEqualTo(folded);
    assertThat(TextFolding.fold(folded)).isEqualTo(folded);
  }
}
