package dev.tradewind.catalog.search.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.text.TextFolding;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.junit.jupiter.api.Test;

/** The folding of the search is that of Lucene, which the storefront does not have. */
class FoldingTest {

  @Test
  void eachCharacterIsFoldedAsLuceneDoes() {
    List<String> other = new ArrayList<>();
    for (int point = 1; point <= Character.MAX_CODE_POINT; point++) {
      int type = Character.getType(point);
      if (type != Character.SURROGATE && type != Character.UNASSIGNED) {
        String text = Character.toString(point);
        if (!TextFolding.fold(text).equals(lucene(text))) {
          other.add(
              "U+%s %s: %s".formatted(Integer.toHexString(point), text, TextFolding.fold(text)));
        }
      }
    }

    assertThat(other).isEmpty();
  }

  private static String lucene(String text) {
    String bare =
        Normalizer.normalize(text.toLowerCase(Locale.ROOT), Normalizer.Form.NFKD)
            .replaceAll("\\p{M}+", "")
            .replace('ς', 'σ');
    char[] folded = new char[4 * bare.length()];
    int length = ASCIIFoldingFilter.foldToASCII(bare.toCharArray(), 0, folded, 0, bare.length());
    return Normalizer.normalize(new String(folded, 0, length), Normalizer.Form.NFKC)
        .toLowerCase(Locale.ROOT);
  }
}
