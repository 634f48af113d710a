package dev.tradewind.batch.job;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a job can do, and what it keeps of the context that it was created with. */
public enum JobType {
  PRODUCT_IMPORT("product-import") {
    @Override
    JsonObject prepared(JsonObject context) {
      return context.copy();
    }
  },

  PRODUCT_EXPORT("product-export") {
    @Override
    JsonObject prepared(JsonObject context) {
      JsonObject kept = context.copy();
      CONFIGURING.forEach(kept::remove);
      kept.put("list_config", listConfig(context));
      return kept;
    }
  };

  private static final List<String> CONFIGURING =
      List.of("limit", "offset", "order", "fields", "expand");

  private static final int DEFAULT_TAKE = 50;

  private static final List<String> RELATIONS =
      List.of(
          "collection",
          "images",
          "options",
          "options.values",
          "profiles",
          "sales_channels",
          "tags",
          "type",
          "variants",
          "variants.options",
          "variants.prices",
          "variants.prices.region");

  private final String label;

  JobType(String label) {
    this.label = label;
  }

  /** As clients name it. */
  public String label() {
    return label;
  }

  /**
   * The type of that name.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException 404 where there is none
   */
  static JobType of(String label) {
    return Arrays.stream(values())
        .filter(type -> type.label.equals(label))
        .findFirst()
        .orElseThrow(() ->
            new Problem.NotFound("Unable to find a BatchJob strategy with the type " + label)
                .toException());
  }

  /** What is stored of the context that a client gives. */
  abstract JsonObject prepared(JsonObject context);

  private static JsonObject listConfig(JsonObject context) {
    JsonObject config =
        new JsonObject()
            .put("skip", count(context, "offset", 0))
            .put("take", count(context, "limit", DEFAULT_TAKE))
            .put("order", order(text(context, "order")))
            .put("relations", names(text(context, "expand"), RELATIONS));
    String fields = text(context, "fields");
    return fields == null ? config : config.put("select", names(fields, List.of()));
  }

  private static int count(JsonObject context, String name, int absent) {
    Object given = context.getValue(name);
    if (given == null) {
      return absent;
    }
    if (given instanceof Number number
        && number.doubleValue() == number.intValue()
        && number.intValue() >= 0) {
      return number.intValue();
    }
    throw new Problem.InvalidData(
            name + " must be a number conforming to the specified constraints")
        .toException();
  }

  private static @Nullable String text(JsonObject context, String name) {
    Object given = context.getValue(name);
    if (given == null || given instanceof String) {
      return (String) given;
    }
    throw new Problem.InvalidData(name + " must be a string").toException();
  }

  private static JsonObject order(@Nullable String given) {
    String order = given == null || given.isBlank() ? "-created_at" : given;
    return order.startsWith("-")
        ? new JsonObject().put(order.substring(1), "DESC")
        : new JsonObject().put(order, "ASC");
  }

  private static JsonArray names(@Nullable String given, List<String> absent) {
    return new JsonArray(
        given == null
            ? absent
            : Arrays.stream(given.split(",", -1)).filter(name -> !name.isBlank()).toList());
  }
}
