package dev.tradewind.acceptance.fuzz;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Mutation of one part of a valid input. */
enum Mutation {
  /** Property that is not in the contract. */
  EXTRA {
    @Override
    boolean apply(Map<String, @Nullable Object> input, JsonObject schema, RandomSource chance) {
      input.put(chance.in100(50) ? "colour" : "constructor", 1);
      return Boolean.FALSE.equals(schema.getValue("additionalProperties"));
    }
  },
  /** Missing required property. */
  MISSING {
    @Override
    boolean apply(Map<String, @Nullable Object> input, JsonObject schema, RandomSource chance) {
      JsonArray required = schema.getJsonArray("required", new JsonArray());
      if (required.isEmpty()) {
        return false;
      }
      input.remove(required.getString(chance.below(required.size())));
      return true;
    }
  },
  /** Value of another type. */
  OTHER_TYPE {
    @Override
    boolean apply(Map<String, @Nullable Object> input, JsonObject schema, RandomSource chance) {
      Map<String, Object> nothing = Map.of();
      Slot.in(input, chance)
          .set(
              chance.oneOf(
                  List.of(
                      true, 3, "text", List.of(), nothing, List.of(List.of()), new Raw("5.5"))));
      return false;
    }
  },
  NULL {
    @Override
    boolean apply(Map<String, @Nullable Object> input, JsonObject schema, RandomSource chance) {
      Slot.in(input, chance).set(null);
      return false;
    }
  },
  ODD_TEXT {
    @Override
    boolean apply(Map<String, @Nullable Object> input, JsonObject schema, RandomSource chance) {
      Slot.in(input, chance).set(chance.oneOf(AdversarialValues.TEXTS));
      return false;
    }
  },
  /** Text that neither the database nor the wire can represent. */
  REFUSED_TEXT {
    @Override
    boolean apply(Map<String, @Nullable Object> input, JsonObject schema, RandomSource chance) {
      String text = chance.oneOf(AdversarialValues.REFUSED_TEXTS);
      if (chance.in100(20)) {
        input.put("metadata", new LinkedHashMap<>(Map.of(text, 1)));
      } else {
        Slot.in(input, chance).set(text);
      }
      return true;
    }
  },
  ODD_NUMBER {
    @Override
    boolean apply(Map<String, @Nullable Object> input, JsonObject schema, RandomSource chance) {
      Slot.in(input, chance).set(chance.oneOf(AdversarialValues.NUMBERS));
      return false;
    }
  },
  /** Unusually many elements. */
  MANY {
    @Override
    boolean apply(Map<String, @Nullable Object> input, JsonObject schema, RandomSource chance) {
      Slot slot = Slot.in(input, chance);
      Object value = slot.get();
      Object element = value instanceof List<?> list && !list.isEmpty() ? list.getFirst() : value;
      int length = Math.max(1, JsonText.of(element).length() + 1);
      List<@Nullable Object> many = new ArrayList<>();
      for (int i = Math.min(3_000, 90_000 / length); i > 0; i--) {
        many.add(element);
      }
      slot.set(many);
      return false;
    }
  },
  /** Unusually deep nesting. */
  DEEP {
    @Override
    boolean apply(Map<String, @Nullable Object> input, JsonObject schema, RandomSource chance) {
      int depth = chance.oneOf(List.of(50, 110, 900, 5_000));
      Slot.in(input, chance).set(new Raw("{\"a\":".repeat(depth) + "1" + "}".repeat(depth)));
      return depth > 100;
    }
  },
  /** Body above the size limit. */
  HUGE {
    @Override
    boolean apply(Map<String, @Nullable Object> input, JsonObject schema, RandomSource chance) {
      Slot.in(input, chance).set("h".repeat(101 * 1024 + chance.below(200_000)));
      return true;
    }
  };

  /** Applies the mutation; true if the result has to be refused. */
  abstract boolean apply(
      Map<String, @Nullable Object> input, JsonObject schema, RandomSource chance);

  /** Position in the input, at any depth. */
  private record Slot(
      @Nullable Map<String, @Nullable Object> object,
      @Nullable String key,
      @Nullable List<@Nullable Object> list) {

    static Slot in(Map<String, @Nullable Object> input, RandomSource chance) {
      if (input.isEmpty()) {
        input.put("metadata", "here");
      }
      List<Slot> slots = new ArrayList<>();
      collect(input, slots);
      return chance.oneOf(slots);
    }

    @SuppressWarnings("unchecked")
    private static void collect(@Nullable Object value, List<Slot> slots) {
      if (value instanceof LinkedHashMap<?, ?> known) {
        Map<String, @Nullable Object> object = (Map<String, @Nullable Object>) known;
        object.forEach((key, member) -> {
          slots.add(new Slot(object, key, null));
          collect(member, slots);
        });
      } else if (value instanceof ArrayList<?> known && !known.isEmpty()) {
        slots.add(new Slot(null, null, (List<@Nullable Object>) known));
        collect(known.getFirst(), slots);
      }
    }

    @Nullable Object get() {
      return object == null ? list.getFirst() : object.get(key);
    }

    void set(@Nullable Object value) {
      if (object == null) {
        list.set(0, value);
      } else {
        object.put(key, value);
      }
    }
  }
}
