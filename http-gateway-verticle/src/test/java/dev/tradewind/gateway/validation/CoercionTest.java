package dev.tradewind.gateway.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conversion of values into the form of their schema; all values of the tables are JSON. */
class CoercionTest {

  private static final String TIME = "{\"type\": \"string\", \"format\": \"date-time\"}";

  private static JsonObject schema(String type) {
    return new JsonObject(
        switch (type) {
          case "time" -> TIME;
          case "any" -> "{}";
          case "nullable" -> "{\"type\": [\"null\", \"integer\"], \"x-null\": true}";
          case "integers" -> "{\"type\": \"array\", \"items\": {\"type\": \"integer\"}}";
          case "texts" -> "{\"type\": \"array\", \"items\": {\"type\": \"string\"}}";
          case "array" -> "{\"type\": \"array\"}";
          case "times" -> "{\"type\": \"array\", \"items\": %s}".formatted(TIME);
          case "range" ->
              """
              {"anyOf": [
                {"type": "integer"},
                {"type": "array", "items": {"type": "integer"}},
                {"type": "object", "properties": {"gt": {"type": "integer"}, "at": %s}}
              ]}
              """
                  .formatted(TIME);
          case "scalars" -> "{\"anyOf\": [{\"type\": \"integer\"}, {\"type\": \"boolean\"}]}";
          default -> "{\"type\": \"%s\"}".formatted(type);
        });
  }

  /** JSON of the value after the conversion. */
  private static String converted(Coercion coercion, String type, String value) {
    Object given = new JsonArray("[" + value + "]").getValue(0);
    return new JsonArray().add(coercion.apply(schema(type), given)).encode();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          integer  | "12"                 | 12
          integer  | "-12"                | -12
          integer  | " 12 "               | 12
          integer  | ""                   | 0
          integer  | "  "                 | 0
          integer  | "12.0"               | 12
          integer  | "12.5"               | 12.5
          integer  | "1e3"                | 1000
          integer  | "+7"                 | 7
          integer  | "007"                | 7
          integer  | "2147483647"         | 2147483647
          integer  | "2147483648"         | 2147483648
          integer  | "999999999999999999" | 999999999999999999
          integer  | "1e400"              | "1e400"
          integer  | "0x10"               | "0x10"
          integer  | "1,2"                | "1,2"
          integer  | "12a"                | "12a"
          integer  | "NaN"                | "NaN"
          integer  | "null"               | "null"
          number   | ".5"                 | 0.5
          number   | "5."                 | 5
          number   | "-0.25"              | -0.25
          number   | "."                  | "."
          nullable | "null"               | null
          nullable | "3"                  | 3
          boolean  | "true"               | true
          boolean  | "false"              | false
          boolean  | "TRUE"               | "TRUE"
          boolean  | "1"                  | "1"
          boolean  | ""                   | ""
          string   | "12"                 | "12"
          string   | "null"               | "null"
          any      | "true"               | "true"
          time     | "2024-01-31"         | "2024-01-31T00:00:00.000Z"
          time     | "1706704496"         | "2024-01-31T12:34:56.000Z"
          time     | "yesterday"          | "yesterday"
          integers | ["1,2,3"]            | [1,2,3]
          integers | ["1", "2"]           | [1,2]
          integers | ["1,2", "3"]         | ["1,2",3]
          integers | [""]                 | [0]
          integers | []                   | []
          texts    | ["a,,b"]             | ["a","","b"]
          texts    | ["a,"]               | ["a",""]
          array    | ["a,b"]              | ["a,b"]
          range    | "5"                  | 5
          range    | ["5,6"]              | [5,6]
          range    | {"gt": "5"}          | {"gt":5}
          range    | {"lt": "5"}          | {"lt":"5"}
          range    | {"at": "1706704496"} | {"at":"2024-01-31T12:34:56.000Z"}
          scalars  | "5"                  | 5
          scalars  | "true"               | "true"
          scalars  | {"a": "5"}           | {"a":"5"}
          """)
  void aValueOfAQueryIsConverted(String type, String value, String converted) {
    assertThat(converted(Coercion.QUERY, type, value)).isEqualTo("[" + converted + "]");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          integer  | "12"                 | "12"
          integer  | 12                   | 12
          boolean  | "true"               | "true"
          nullable | "null"               | "null"
          integers | ["1,2"]              | ["1,2"]
          time     | "2024-01-31"         | "2024-01-31T00:00:00.000Z"
          time     | 1706704496000        | "2024-01-31T12:34:56.000Z"
          time     | "1706704496"         | "1706704496"
          time     | true                 | true
          time     | null                 | null
          times    | ["2024-01", "x"]     | ["2024-01-01T00:00:00.000Z","x"]
          range    | {"at": "2024-01-31"} | {"at":"2024-01-31T00:00:00.000Z"}
          """)
  void onlyTimesOfABodyAreConverted(String type, String value, String converted) {
    assertThat(converted(Coercion.BODY, type, value)).isEqualTo("[" + converted + "]");
  }

  /** Members of an object that are left. */
  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          QUERY | id      | integers | ""     | {}
          QUERY | id      | integers | [""]   | {"id":[0]}
          QUERY | id      | texts    | [""]   | {"id":[""]}
          QUERY | id      | integers | ["1"]  | {"id":[1]}
          QUERY | id      | string   | ""     | {"id":""}
          QUERY | id      | string   | [""]   | {"id":[""]}
          QUERY | expand  | texts    | [""]   | {"expand":[""]}
          QUERY | expand  | texts    | ""     | {"expand":""}
          QUERY | fields  | string   | ""     | {"fields":""}
          BODY  | id      | integers | ""     | {"id":""}
          BODY  | id      | integers | [""]   | {"id":[""]}
          BODY  | id      | integers | null   | {"id":null}
          """)
  void anEmptyFilterIsNotGiven(
      Coercion coercion, String name, String type, String value, String left) {
    JsonObject schema =
        new JsonObject().put("properties", new JsonObject().put(name, schema(type)));
    JsonObject given = new JsonObject("{\"%s\": %s}".formatted(name, value));

    assertThat(coercion.apply(schema, given).toString()).isEqualTo(left);
  }
}
