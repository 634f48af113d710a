package dev.tradewind.catalog.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShippingOptionChangesTest {

  private static final String NEEDS_AMOUNT =
      "Shipping options of type `flat_rate` must have an `amount`";

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          []                                                                            | ''
          [{'type':'min_subtotal','amount':10}]                                         | ''
          [{'type':'min_subtotal','amount':10},{'type':'max_subtotal','amount':11}]     | ''
          [{'type':'max_subtotal','amount':10},{'type':'min_subtotal','amount':10}]     | ''
          [{'type':'max_subtotal','amount':9},{'type':'min_subtotal','amount':10}]      | Max. subtotal must be greater than Min. subtotal
          [{'type':'min_subtotal','amount':10},{'type':'max_subtotal','amount':9}]      | Max. subtotal must be greater than Min. subtotal
          [{'type':'min_subtotal','amount':1},{'type':'min_subtotal','amount':2}]       | Only one requirement of each type is allowed
          [{'type':'max_subtotal','amount':1},{'type':'max_subtotal','amount':1}]       | Only one requirement of each type is allowed
          [{'type':'subtotal','amount':1}]                                              | Requirement type must be one of min_subtotal, max_subtotal
          """)
  void requirementsDoNotContradict(String requirements, String message) {
    String body = "{'price_type':'flat_rate','amount':1,'requirements':" + requirements + "}";

    refuses(() -> option(body), message);
    refuses(() -> ShippingOptionChange.of(json(body)), message);
  }

  private static void refuses(Runnable read, String message) {
    if (message.isEmpty()) {
      read.run();
    } else {
      assertThatThrownBy(read::run).hasMessage(message);
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          []                                                                    | true
          [{'type':'a','amount':1}]                                             | true
          [{'id':'sor_1','type':'a','amount':1}]                                | true
          [{'id':'sor_2','type':'a','amount':1},{'id':'sor_1','type':'b','amount':1}] | true
          [{'id':'sor_3','type':'a','amount':1}]                                | false
          [{'id':'sor_1','type':'a','amount':1},{'id':'sor_1','type':'b','amount':1}] | false
          """)
  void anIdNamesAStoredRequirementOnce(String requirements, boolean isAccepted) {
    var inputs = Requirement.all(new JsonArray(requirements.replace('\'', '"')));
    Runnable check = () -> Requirement.requireStored(inputs, Set.of("sor_1", "sor_2"));

    if (isAccepted) {
      check.run();
    } else {
      assertThatThrownBy(check::run).hasMessageContaining("does not exist");
    }
  }

  @ParameterizedTest(name = "{0}: id {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [{'type':'min_subtotal','amount':1}]                | sor_new
          [{'id':'sor_1','type':'min_subtotal','amount':1.0}] | sor_1
          """)
  void aRequirementKeepsItsId(String requirements, String id) {
    assertThat(
            Requirement.all(new JsonArray(requirements.replace('\'', '"')))
                .getFirst()
                .row("sor_new"))
        .isEqualTo(json("{'id':'" + id + "','type':'min_subtotal','amount':1}"));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'price_type':'flat_rate','amount':500     | 500
          'price_type':'flat_rate','amount':500.0   | 500
          'price_type':'flat_rate','amount':0       | 0
          'price_type':'flat_rate','amount':-1      | refused
          'price_type':'flat_rate','amount':null    | refused
          'price_type':'flat_rate'                  | refused
          'price_type':'calculated'                 | null
          'price_type':'calculated','amount':500    | null
          'price_type':'calculated','amount':-1     | null
          """)
  void aFlatRateHasAnAmount(String body, String amount) {
    if (amount.equals("refused")) {
      assertThatThrownBy(() -> option("{" + body + "}")).hasMessage(NEEDS_AMOUNT);
    } else {
      assertThat(String.valueOf(row("{" + body + "}").getValue("amount"))).isEqualTo(amount);
    }
  }

  @ParameterizedTest(name = "{0}: {1}, {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'a':1                                      | false | false
          'admin_only':true,'is_return':true         | true  | true
          'admin_only':'true','is_return':'false'    | true  | false
          'admin_only':'false','is_return':'true'    | false | true
          'admin_only':null,'is_return':false        | false | false
          """)
  void flagsMayBeTexts(String body, boolean adminOnly, boolean isReturn) {
    JsonObject row = row("{'price_type':'calculated'," + body + "}");

    assertThat(row.getBoolean("admin_only")).isEqualTo(adminOnly);
    assertThat(row.getBoolean("is_return")).isEqualTo(isReturn);
  }

  private static NewShippingOption option(String body) {
    return NewShippingOption.of(
        json("{'region_id':'reg_1','provider_id':'manual','data':{}}").mergeIn(json(body)));
  }

  private static JsonObject row(String body) {
    return option(body).row("so_1", "sp_1");
  }

  @ParameterizedTest(name = "{0} writes {1}, amount of a flat rate {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                          | {}                                        | false
          {'name':'Post','admin_only':true}           | {'name':'Post','admin_only':true}         | false
          {'amount':5}                                | {}                                        | true
          {'amount':null}                             | {}                                        | true
          {'price_type':'flat_rate'}                  | {'price_type':'flat_rate'}                | false
          {'price_type':'flat_rate','amount':5}       | {'price_type':'flat_rate','amount':5}     | false
          {'price_type':'flat_rate','amount':null}    | {'price_type':'flat_rate','amount':null}  | false
          {'price_type':'calculated','amount':5}      | {'price_type':'calculated','amount':null} | false
          {'price_type':'calculated'}                 | {'price_type':'calculated','amount':null} | false
          {'price_type':null,'amount':5}              | {}                                        | true
          """)
  void theAmountFollowsThePriceType(String body, String row, boolean setsAmount) {
    ShippingOptionChange change = ShippingOptionChange.of(json(body));

    assertThat(change.row()).isEqualTo(json(row));
    assertThat(change.setsAmountOfFlatRate()).isEqualTo(setsAmount);
    assertThat(change.becomesCalculated()).isEqualTo(row.contains("calculated"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {"{'amount':-1}", "{'price_type':'calculated','amount':-1}"})
  void aChangedAmountIsNotNegative(String body) {
    assertThatThrownBy(() -> ShippingOptionChange.of(json(body))).hasMessage(NEEDS_AMOUNT);
  }

  private static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }
}
