package dev.tradewind.kernel.field;

import java.util.Arrays;
import java.util.stream.Collectors;

/** SQL of the declared fields that files have as columns. */
public final class FieldColumns {

  private static final String COLUMNS =
      """
      (
        SELECT coalesce(
          json_agg(
            json_build_object('resource', resource, 'name', name, 'staff_only', is_staff_only)
            ORDER BY resource, name),
          '[]')
        FROM declared_field
        WHERE resource IN (%s)
      )
      """;

  private static final String VALUES =
      """
      (
        SELECT json_object_agg(
          field.name,
          CASE jsonb_typeof(given.value)
            WHEN 'array' THEN given.value
            ELSE to_jsonb(given.value #>> '{}')
          END)
        FROM declared_field AS field
        CROSS JOIN LATERAL (SELECT declared_value(field, %s.metadata) AS value) AS given
        WHERE field.resource = '%s'
          AND given.value IS NOT NULL
      )
      """;

  private FieldColumns() {}

  /** Expression of a list of the fields: {@code resource}, {@code name}, {@code staff_only}. */
  public static String of(String... resources) {
    return COLUMNS.formatted(
        Arrays.stream(resources)
            .map(resource -> "'" + resource + "'")
            .collect(Collectors.joining(", ")));
  }

  /** Expression of the values of a row by their names, as texts and lists; null without one. */
  public static String valuesOf(String row, String resource) {
    return VALUES.formatted(row, resource);
  }
}
