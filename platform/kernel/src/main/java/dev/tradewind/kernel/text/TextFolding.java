package dev.tradewind.kernel.text;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Folding of texts that are compared without case, accents and forms of width: words of a search,
 * values of facets and the parameters of lists. Texts of other scripts keep their letters.
 */
public final class TextFolding {

  private static final Pattern MARKS = Pattern.compile("\\p{M}+");

  /**
   * Characters that Unicode does not decompose: each line has the plain text, and those that are
   * written in its place.
   */
  private static final String TABLE =
      """
      " «»“”„❝❞❮❯
      % ⁒
      ' ‘’‚‛′‵‹›❛❜
      ( ❨❪
      (( ⸨
      ) ❩❫
      )) ⸩
      * ⁎
      - ‐‒–—
      / ⁄
      0 ⓿
      1 ⓵❶➀➊
      10 ⓾❿➉➓
      11 ⓫
      12 ⓬
      13 ⓭
      14 ⓮
      15 ⓯
      16 ⓰
      17 ⓱
      18 ⓲
      19 ⓳
      2 ⓶❷➁➋
      20 ⓴
      3 ⓷❸➂➌
      4 ⓸❹➃➍
      5 ⓹❺➄➎
      6 ⓺❻➅➏
      7 ⓻❼➆➐
      8 ⓼❽➇➑
      9 ⓽❾➈➒
      ; ⁏
      < ❬❰
      > ❭❱
      [ ⁅❲
      ] ⁆❳
      ^ ‸
      a ɐəɚᴀᶏᶕⱥ
      aa ꜳ
      ae Ææᴁᴂ
      ao ꜵ
      au ꜷ
      av ꜹꜻ
      ay ꜽ
      b ƀƃɓʙᴃᵬᶀ
      c ƈȼɕʗᴄↄꜿ
      d ðđƌȡɖɗᴅᴆᵭᶁᶑꝺ
      db ȸ
      dz ʣʥ
      e ƎƐǝɇɘɛɜɝɞʚᴇᴈᶒᶓᶔⱸⱻ
      f ƒᵮᶂꜰꝼꟻ
      g ǥɠɡɢʛᵷᵹᶃꝿ
      h Ħħɥɦʜʮʯⱨⱶ
      hv ƕ
      i ıɨɪᴉᵻᵼᶖꟾ
      j ȷɉɟʄʝᴊ
      k ƙʞᴋᶄⱪꝁꝃꝅ
      l łƚȴɫɬɭʟᴌᶅⱡꝇꝉꞁ
      ll ỻ
      ls ʪ
      lz ʫ
      m ɯɰɱᴍᵯᶆꟽꟿ
      n ŋƞȵɲɳɴᴎᵰᶇ
      o øɔɵᴏᴐᴖᴗᶗⱺꝋꝍ
      oe œɶᴔ
      oo ꝏ
      ou Ȣȣᴕ
      p ƥᴘᵱᵽᶈꝑꝓꝕꟼ
      q ĸɋʠꝗꝙ
      qp ȹ
      r ɍɼɽɾɿʀʁᴙᴚᵲᵳᶉꝛꞃ
      s ȿʂᵴᶊẜẝꜱꞅ
      ss ß
      t ŧƫƭȶʇʈᴛᵵⱦ
      tc ʨ
      th þᵺꝧ
      ts ʦ
      tz ꜩ
      u ʉᴜᵾᶙ
      ue ᵫ
      v ʋʌᴠᶌⱱⱴꝟ
      vy ꝡ
      w ƿʍᴡⱳ
      x ᶍ
      y ƴɏʎʏỿ
      z ƶȝȥɀʐʑᴢᵶᶎⱬꝣ
      { ❴
      } ❵
      ~ ⁓
      σ ς
      """;

  private static final Map<Character, String> PLAIN = plain();

  private TextFolding() {}

  private static Map<Character, String> plain() {
    Map<Character, String> plain = new HashMap<>();
    TABLE
        .lines()
        .map(line -> line.split(" ", 2))
        .forEach(line -> line[1].chars().forEach(letter -> plain.put((char) letter, line[0])));
    return Map.copyOf(plain);
  }

  /** The text in lower case, without accents and forms of width. */
  public static String fold(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.chars().allMatch(one -> one < 0x80)) {
      return lower;
    }
    String bare = MARKS.matcher(Normalizer.normalize(lower, Normalizer.Form.NFKD)).replaceAll("");
    StringBuilder folded = new StringBuilder(bare.length());
    for (int i = 0; i < bare.length(); i++) {
      char letter = bare.charAt(i);
      String known = letter < 0x80 ? null : PLAIN.get(letter);
      if (known == null) {
        folded.append(letter);
      } else {
        folded.append(known);
      }
    }
    return Normalizer.normalize(folded, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
  }
}
