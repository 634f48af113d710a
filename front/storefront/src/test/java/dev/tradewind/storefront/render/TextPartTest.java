package dev.tradewind.storefront.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextPartTest {

  /** Marks are written as brackets. */
  @ParameterizedTest
  @CsvSource({
    "'Wide sofa', 'Wide sofa'",
    "'[Wide] [sofa]s', '<Wide> <sofa>s'",
    "'a [b', 'a b'",
    "'] a [[b] c]', ' a <b> c'",
    "'[]', ''",
    "'', ''"
  })
  void aTextHasMarkedParts(String text, String shown) {
    String marked = text.replace("[", TextPart.BEGIN).replace("]", TextPart.END);

    assertThat(
            TextPart.of(marked).stream()
                .map(part -> part.isMarked() ? "<" + part.text() + ">" : part.text())
                .collect(Collectors.joining()))
        .isEqualTo(shown);
  }
}
