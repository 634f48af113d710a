package dev.tradewind.kernel.resource;

import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/**
 * A WHERE clause in the making: conditions that must all hold, over the resource under the alias
 * {@code t}. Values are bound; only text of the program becomes SQL.
 */
public final class Conditions {

  private final List<String> conditions = new ArrayList<>();
  private final List<Object> parameters = new ArrayList<>();

  public Conditions add(String condition) {
    conditions.add(condition);
    return this;
  }

  /** A condition in which every <code>{}</code> stands for the one value. */
  public Conditions add(String condition, Object value) {
    parameters.add(value);
    conditions.add(condition.replace("{}", "$" + parameters.size()));
    return this;
  }

  int size() {
    return parameters.size();
  }

  String where() {
    return conditions.isEmpty() ? "" : " WHERE (" + String.join(") AND (", conditions) + ")";
  }

  Tuple parameters(Object... further) {
    Tuple tuple = Tuple.tuple();
    parameters.forEach(tuple::addValue);
    for (Object value : further) {
      tuple.addValue(value);
    }
    return tuple;
  }
}
