package dev.tradewind.batch.csv;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvInjectionGuardTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "=1+1, '=1+1",
        "+49, '+49",
        "-5, '-5",
        "@here, '@here",
        "＝1+1, '＝1+1",
        "＋49, '＋49",
        "－5, '－5",
        "＠here, '＠here",
        "'=x, ''=x",
        "''-x, '''-x",
        "plain, plain",
        "'tis, 'tis",
        "a=b, a=b",
        "', '",
      })
  void formulasGetAnApostrophe(String text, String cell) {
    assertThat(CsvInjectionGuard.escape(text)).isEqualTo(cell);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "'", "''", "'''=", "=", "'a", "-", "\t1", "\r=", "'\t", "==", "'+'+"})
  void everyTextSurvivesARoundTrip(String text) {
    assertThat(CsvInjectionGuard.unescape(CsvInjectionGuard.escape(text))).isEqualTo(text);
  }

  @Test
  void anUnescapedCellIsReadUnchanged() {
    assertThat(CsvInjectionGuard.unescape("=1")).isEqualTo("=1");
    assertThat(CsvInjectionGuard.unescape("'quoted'")).isEqualTo("'quoted'");
  }
}
