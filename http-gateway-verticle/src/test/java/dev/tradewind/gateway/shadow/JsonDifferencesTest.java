package dev.tradewind.gateway.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonDifferencesTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "{'a':1} | {'a':1,'b':2}",
        "{'a':1} | {'a':1.0}",
        "{'rows':[{'id':'x','n':1},{'id':'y'}]} | {'rows':[{'id':'y'},{'id':'x','n':1}]}",
        "{'at':'2024-01-01T10:00:00.000Z'} | {'at':'2024-01-01T10:00:00.950Z'}",
        "{'at':'2024-01-01T10:00:00.1Z'} | {'at':'2024-01-01T10:00:00.100Z'}",
        "{'draft_order':{'display_id':'7'}} | {'draft_order':{'display_id':7}}",
        "{'items':[{'has_shipping':null}]} | {'items':[{'has_shipping':false}]}",
        "{'products':[{'id':'p','variants':[{'id':'v','prices':[]}]}]} |"
            + " {'products':[{'id':'p','variants':[{'id':'v','prices':[{'id':'m'}]}]}]}"
      })
  void equalAnswersHaveNoDifferences(String v1, String here) {
    assertThat(paths(v1, here, false)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "{'a':1} | {} | a",
        "{'a':null} | {'a':0} | a",
        "{'a':'1'} | {'a':1} | a",
        "{'rows':[{'id':'x','n':1}]} | {'rows':[{'id':'x','n':2}]} | rows[].n",
        "{'rows':[{'id':'x'}]} | {'rows':[{'id':'y'}]} | rows[]",
        "{'rows':[1,2]} | {'rows':[1]} | rows[]",
        "{'at':'2024-01-01T10:00:00Z'} | {'at':'2024-01-01T10:00:02Z'} | at",
        "{'at':'2024-99-01T10:00:00Z'} | {'at':'2024-01-01T10:00:00Z'} | at",
        "{'metadata':{'a':1}} | {'metadata':{'a':2}} | metadata",
        "{'order':{'display_id':7}} | {'order':{'display_id':'7'}} | order.display_id",
        "{'a':{'b':{'c':1}}} | {'a':{'b':3}} | a.b"
      })
  void aDifferenceHasThePathOfItsField(String v1, String here, String path) {
    assertThat(paths(v1, here, false)).isNotEmpty().containsOnly(path);
  }

  @Test
  void theOrderOfRowsCountsWhereTheRequestAsksForOne() {
    String v1 = "{'rows':[{'id':'x'},{'id':'y'}]}";
    String here = "{'rows':[{'id':'y'},{'id':'x'}]}";
    assertThat(paths(v1, here, true)).containsExactly("rows[] (order)");
    assertThat(paths(v1, v1, true)).isEmpty();
  }

  private static List<String> paths(String v1, String here, boolean isOrdered) {
    return JsonDifferences.of(object(v1), object(here), isOrdered).stream()
        .map(JsonDifferences.Difference::path)
        .toList();
  }

  private static JsonObject object(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }
}
