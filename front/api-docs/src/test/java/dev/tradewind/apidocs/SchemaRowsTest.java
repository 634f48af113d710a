package dev.tradewind.apidocs;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaRowsTest {

  private static final JsonObject DOCUMENT =
      new JsonObject(
          """
          {"components": {"schemas": {
            "NullableTimestamp": {"type": ["string", "null"], "pattern": "^\\\\d{4}$"},
            "Kind": {"type": "string", "enum": ["new", "old"]},
            "RegionSummary": {
              "type": "object", "description": "A region.", "required": ["id"],
              "properties": {"id": {"type": "string"}, "name": {"type": "string"}}},
            "Cart": {"type": "object", "properties": {"id": {"type": "string"}}}
          }}}
          """);

  private final SchemaRows schemas = new SchemaRows(DOCUMENT);

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"type": "string"}                                        | string | false | '' | ''
          {"type": ["integer", "null"]}                             | integer | true | '' | ''
          {"type": "string", "maxLength": 255, "format": "email"}   | string | false | format email; maximum length 255 | ''
          {"type": "integer", "minimum": 0, "maximum": 9, "default": 3} | integer | false | minimum 0; maximum 9; default 3 | ''
          {"type": "string", "pattern": "^a$"}                      | string | false | pattern ^a$ | ''
          {"type": "string", "enum": ["a", "b"]}                    | string | false | '' | a; b
          {"type": "string", "const": "OK"}                         | string | false | '' | OK
          {"type": "array", "maxItems": 20, "items": {"type": "string"}} | list of string | false | maximum count 20 | ''
          {"type": "array", "items": {"type": "string", "enum": ["a"]}} | list of string | false | '' | a
          {"type": "array", "items": {"$ref": "#/components/schemas/RegionSummary"}} | list of Region | false | '' | ''
          {"$ref": "#/components/schemas/NullableTimestamp"}        | Timestamp | true | '' | ''
          {"$ref": "#/components/schemas/Kind"}                     | string | false | '' | new; old
          {"$ref": "#/components/schemas/RegionSummary"}            | Region | false | '' | ''
          {"anyOf": [{"$ref": "#/components/schemas/RegionSummary"}, {"type": "null"}]} | Region | true | '' | ''
          {"anyOf": [{"type": "string"}, {"type": "integer"}]}      | string or integer | false | '' | ''
          {"properties": {}}                                        | object | false | '' | ''
          {}                                                        | any | false | '' | ''
          """)
  void aSchemaIsARow(String schema, String type, boolean isNullable, String limits, String values) {
    SchemaRow row = schemas.row("it", new JsonObject(schema), false);

    assertThat(row.type()).isEqualTo(type);
    assertThat(row.isNullable()).isEqualTo(isNullable);
    assertThat(String.join("; ", row.limits())).isEqualTo(limits);
    assertThat(String.join("; ", row.values())).isEqualTo(values);
  }

  @Test
  void propertiesOfAReferenceAreItsChildren() {
    SchemaRow row =
        schemas.row(
            "region", new JsonObject().put("$ref", "#/components/schemas/RegionSummary"), true);

    assertThat(row.isRequired()).isTrue();
    assertThat(row.description()).isEqualTo("A region.");
    assertThat(row.children()).extracting(SchemaRow::name).containsExactly("id", "name");
    assertThat(row.children()).extracting(SchemaRow::isRequired).containsExactly(true, false);
  }

  @Test
  void theDescriptionOfThePropertyComesBeforeThatOfItsType() {
    JsonObject schema =
        new JsonObject()
            .put("$ref", "#/components/schemas/RegionSummary")
            .put("description", "Where it is sold.");

    assertThat(schemas.row("region", schema, false).description()).isEqualTo("Where it is sold.");
  }

  @Test
  void alternativesWithPropertiesAreShownEach() {
    JsonObject schema =
        new JsonObject(
            """
            {"oneOf": [
              {"$ref": "#/components/schemas/RegionSummary"}, {"$ref": "#/components/schemas/Cart"}]}
            """);

    List<SchemaRow> rows = schemas.of(schema);

    assertThat(rows).extracting(SchemaRow::name).containsExactly("Region", "Cart");
    assertThat(rows.getLast().children()).extracting(SchemaRow::name).containsExactly("id");
  }

  @Test
  void elementsOfAListShowTheirProperties() {
    JsonObject schema =
        new JsonObject(
            "{\"type\": \"array\", \"items\": {\"$ref\": \"#/components/schemas/Cart\"}}");

    assertThat(schemas.of(schema)).extracting(SchemaRow::name).containsExactly("id");
  }
}
