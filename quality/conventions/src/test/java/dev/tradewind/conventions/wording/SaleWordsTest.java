package dev.tradewind.conventions.wording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.spi.OrderTimeline;
import dev.tradewind.spi.SaleAmounts;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.design.ShopDesign;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words for shoppers: what the API calls by a name of its own has a text in each language. */
class SaleWordsTest {

  /** Words of payments, fulfillments and returns, by the property that has them. */
  private static final Map<String, String> KINDS =
      Map.of("payment_status", "payment", "fulfillment_status", "fulfillment", "status", "return");

  private static final Set<String> OWNERS = Set.of("Order", "Swap", "Claim", "Return");

  /** Statuses of the contract by their keys of texts. */
  private static Set<String> statuses() {
    JsonObject schemas =
        Contract.load()
            .document("admin")
            .toJsonObject()
            .getJsonObject("components")
            .getJsonObject("schemas");
    Set<String> keys = new TreeSet<>();
    for (String owner : OWNERS) {
      // A schema of a part without its relations has a name of its own.
      List<JsonObject> forms =
          Stream.of(owner, owner + "Summary")
              .map(schemas::getJsonObject)
              .filter(Objects::nonNull)
              .map(schema -> schema.getJsonObject("properties"))
              .toList();
      assertThat(forms).as(owner).isNotEmpty();
      for (JsonObject properties : forms) {
        KINDS.forEach((property, kind) -> {
          if (properties.containsKey(property) && !isOfOrder(owner, property)) {
            properties
                .getJsonObject(property)
                .getJsonArray("enum")
                .forEach(status -> keys.add("status." + kind + "." + status));
          }
        });
      }
    }
    return keys;
  }

  /** No page shows the status of an order itself but for the cancellation. */
  private static boolean isOfOrder(String owner, String property) {
    return owner.equals("Order") && property.equals("status");
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void everyStatusStepAndSumHasWords(String language) {
    Language own = ShopDesign.DEFAULT.languages().get(language);
    Map<String, String> texts = new TreeMap<>(own.texts());

    assertThat(statuses()).hasSizeGreaterThan(20).isSubsetOf(texts.keySet());
    assertThat(
            Stream.concat(
                Arrays.stream(OrderTimeline.Kind.values()).map(kind -> "timeline." + kind.key()),
                Arrays.stream(SaleAmounts.Kind.values()).map(kind -> "totals." + kind.key())))
        .isSubsetOf(texts.keySet());
    texts.keySet().removeIf(key -> !key.startsWith("status."));
    assertThat(texts.values()).noneMatch(text -> text.contains("_"));
  }

  /** The rows of the sums have the same names on the page and in the e-mail. */
  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void pagesAndEmailsUseTheSameWords(String language) throws IOException {
    Properties mails = new Properties();
    String name = "/mail/texts_" + language + ".properties";
    try (InputStream in = SaleWordsTest.class.getResourceAsStream(name)) {
      mails.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    }
    Map<String, String> pages = ShopDesign.DEFAULT.languages().get(language).texts();

    for (SaleAmounts.Kind kind : SaleAmounts.Kind.values()) {
      String key = "totals." + kind.key();
      assertThat(mails.getProperty(key)).as(key).isEqualTo(pages.get(key));
    }
  }
}
