package dev.tradewind.storefront.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DescriptionTest {

  /** {@code N} is the end of a line. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          One line.                    | <p>One line.</p>
          First.NNSecond.              | <p>First.</p><p>Second.</p>
          First,Nthen more.            | <p>First,<br>then more.</p>
          Has:N- wool N- 2 < 3Nand so  | <p>Has:</p><ul><li>wool </li><li>2 &lt; 3</li></ul><p>and so</p>
          • one N• two                 | <ul><li>one </li><li>two</li></ul>
          Cups & saucers <3            | <p>Cups &amp; saucers &lt;3</p>
          <script>alert(1)</script>    | <p>&lt;script&gt;alert(1)&lt;/script&gt;</p>
          10 <a 5-year guarantee       | <p>10 &lt;a 5-year guarantee</p>
          """)
  void aTextKeepsItsParagraphsAndLists(String text, String html) {
    assertThat(Description.html(text.replace('N', '\n'))).isEqualTo(html);
  }

  @Test
  void htmlKeepsItsStructure() {
    String html =
        Description.html(
            "<h1>Big</h1><p class='x' style='color:red'>A <strong>lamp</strong></p>"
                + "<ul><li>one</li></ul><a href='/products/lamp'>here</a>");

    assertThat(html)
        .isEqualTo(
            "<h2>Big</h2><p>A <strong>lamp</strong></p><ul><li>one</li></ul>"
                + "<a href=\"/products/lamp\" rel=\"nofollow noopener\">here</a>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p>a</p><script>alert(1)</script>",
        "<p onclick=\"alert(1)\">a</p>",
        "<p><img src=x onerror=alert(1)></p>",
        "<a href=\"javascript:alert(1)\">a</a>",
        "<a href=\"JaVaScRiPt&#58;alert(1)\">a</a>",
        "<a href=\" &#14; javascript:alert(1)\">a</a>",
        "<a href=\"data:text/html,<script>alert(1)</script>\">a</a>",
        "<p><svg onload=alert(1)></svg></p>",
        "<p><iframe src=\"https://evil.example\"></iframe></p>",
        "<p><style>*{display:none}</style></p>",
        "<p style=\"background:url(javascript:alert(1))\">a</p>",
        "<p><form action=/account method=post><input name=action value=sign-out></form></p>",
        "<p><math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></table></p>",
        "<p id=\"main\" name=\"cookie\">a</p>",
        "<p><base href=\"https://evil.example/\"></p>",
        "<p><meta http-equiv=refresh content=\"0;url=https://evil.example\"></p>",
        "<div><a href=\"//evil.example\" target=_blank onmouseover=alert(1)>a</a></div>",
        "<p>unclosed <b>bold <script>alert(1)",
        "</div></main><p>out</p><script>alert(1)</script>"
      })
  void hostileHtmlHoldsNothingThatActs(String hostile) {
    Document page = Jsoup.parseBodyFragment("<div>" + Description.html(hostile) + "</div><i></i>");

    assertThat(
            page.select(
                "script, style, img, svg, math, iframe, form, input, base, meta, object, link"))
        .isEmpty();
    page.getAllElements()
        .forEach(element ->
            element
                .attributes()
                .forEach(attribute -> {
                  assertThat(attribute.getKey()).isIn("href", "rel");
                  assertThat(attribute.getValue().toLowerCase().strip())
                      .doesNotStartWith("javascript")
                      .doesNotStartWith("data:");
                }));
    // What follows the description stays outside of it.
    assertThat(page.body().children()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          First.NNSecond.                       | First. Second.
          <h2>Light</h2><p>of <b>brass</b></p>  | Light of brass
          <p>a</p><script>alert(1)</script>     | a
          2 < 3 & more                          | 2 < 3 & more
          """)
  void searchEnginesReadTheTextAlone(String text, String summary) {
    assertThat(Description.summary(text.replace('N', '\n'))).isEqualTo(summary);
  }

  @Test
  void aLongTextIsCutAtAWord() {
    assertThat(Description.summary("harbour ".repeat(100)))
        .hasSizeLessThan(305)
        .endsWith("harbour …");
    assertThat(Description.summary("x".repeat(900))).hasSize(302);
  }
}
