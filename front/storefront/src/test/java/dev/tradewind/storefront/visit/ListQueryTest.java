package dev.tradewind.storefront.visit;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.MultiMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListQueryTest {

  private static MultiMap parameters(String query) {
    MultiMap parameters = MultiMap.caseInsensitiveMultiMap();
    new QueryStringDecoder("?" + query).parameters().forEach(parameters::add);
    return parameters;
  }

  private static String form(String query) {
    return ListQuery.of(parameters(query)).query();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          page=2&variant=x                     | ''
          tag=b&tag=a&tag=b&type=T             | ?type=T&tag=a&tag=b
          options.Size=M&category=C            | ?category=C&options.Size=M
          options.=M&option.Size=M             | ''
          q=+wide+sofa+                        | ?q=wide%20sofa
          q=+&sort=newest                      | ''
          q=sofa&sort=newest                   | ?q=sofa&sort=newest
          sort=-price                          | ?sort=-price
          sort=price%3Aasc                     | ''
          min=010.50&max=20,00                 | ?min=10.5&max=20
          min=100&max=9                        | ?min=9&max=100
          min=1e3&max=0x1&available=true       | ''
          min=1234567890&max=1.2345            | ''
          available=1                          | ?available=1
          type=Bags&type=bags&Type=BAGS        | ?type=Bags
          options.Size=M&options.SIZE=L        | ?options.Size=L&options.Size=M
          type=Crème&type=CREME&type=cr%C3%A8me   | ?type=Cr%C3%A8me
          options.Größe=M&options.GRÖSSE=L&options.grosse=m | ?options.Gr%C3%B6%C3%9Fe=L&options.Gr%C3%B6%C3%9Fe=M
          Options.Größe=M&options.größe=L      | ?options.gr%C3%B6%C3%9Fe=L
          """)
  void aQueryHasOneForm(String query, String form) {
    assertThat(form(query)).isEqualTo(form);
    assertThat(form(form.isEmpty() ? "" : form.substring(1))).isEqualTo(form);
  }

  @Test
  void valuesAreBounded() {
    String many = IntStream.range(0, 99).mapToObj(n -> "tag=" + n).collect(Collectors.joining("&"));
    String options =
        IntStream.range(10, 99)
            .mapToObj(n -> "options." + n + "=x")
            .collect(Collectors.joining("&"));

    assertThat(ListQuery.of(parameters(many)).values("tag")).hasSize(16);
    assertThat(ListQuery.of(parameters(options)).facets()).hasSize(5);
    assertThat(form("type=" + "t".repeat(81))).isEmpty();
    assertThat(ListQuery.of(parameters("q=" + "ab".repeat(300))).words()).hasSize(255);
    String characters = "😀".repeat(200);
    assertThat(ListQuery.of(parameters("q=" + characters)).words()).isEqualTo("😀".repeat(127));
  }

  @Test
  void aUrlWithParametersOfOthersStays() {
    MultiMap campaign = parameters("utm_source=a&type=T&page=2");

    assertThat(ListQuery.of(campaign).canonical(campaign)).isEmpty();
    MultiMap blank =
        parameters("utm_source=a%26b&type=T&Type=U&min=&gclid=1&Options.x=y&page=2&utm_source=c");
    assertThat(ListQuery.of(blank).canonical(blank))
        .contains("?type=T&type=U&utm_source=a%26b&utm_source=c&gclid=1");
    MultiMap plain = parameters("fbclid=1&q=+");
    assertThat(ListQuery.of(plain).canonical(plain)).contains("?fbclid=1");
  }
}
