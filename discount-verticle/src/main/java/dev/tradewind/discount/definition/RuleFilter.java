package dev.tradewind.discount.definition;

import dev.tradewind.kernel.resource.query.Filter;
import dev.tradewind.kernel.resource.query.WhereClause;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** List filter {@code rule}: an object with the {@code type} and {@code allocation} of rules. */
final class RuleFilter implements Filter {

  @Override
  public void apply(WhereClause conditions, String name, @Nullable Object value) {
    if (value instanceof JsonObject rule) {
      for (String column : List.of("type", "allocation")) {
        String text = rule.getString(column);
        if (text != null) {
          conditions.add(
              "EXISTS (SELECT FROM discount_rule AS rule WHERE rule.id = t.rule_id AND rule.%s = {})"
                  .formatted(column),
              text);
        }
      }
    }
  }
}
