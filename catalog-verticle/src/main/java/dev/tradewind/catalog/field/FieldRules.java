package dev.tradewind.catalog.field;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rules of a declaration that follow from the declaration itself. */
final class FieldRules {

  /** Member with the language of the buyer. */
  private static final String LANGUAGE = "language";

  private static final Set<FieldResource> WITH_LANGUAGE =
      Set.of(FieldResource.CUSTOMER, FieldResource.CART, FieldResource.ORDER);

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,31}");
  private static final Pattern CURRENCY = Pattern.compile("[a-z]{3}");
  private static final Set<String> WITH_VALUES = Set.of("enum", "list");
  private static final Set<String> NEVER_UNIQUE = Set.of("boolean", "list");

  private FieldRules() {}

  /**
   * The row of a declaration.
   *
   * @param field as responses show it
   * @throws Problem {@code InvalidData} if its members contradict each other
   */
  static JsonObject row(JsonObject field) {
    FieldResource resource = FieldResource.of(field.getString("resource"));
    String name = field.getString("name");
    require(
        NAME.matcher(name).matches(),
        "name must be of a-z, 0-9 and _, begin with a letter, and have at most 32 characters");
    String type = field.getString("type");
    boolean isRequired = field.getBoolean("required", false);
    boolean isUnique = field.getBoolean("unique", false);
    boolean isStaffOnly = field.getBoolean("staff_only", false);
    boolean isSearchable = field.getBoolean("searchable", false);
    Object absent = field.getValue("default");
    require(!isUnique || !NEVER_UNIQUE.contains(type), "unique is not for fields of type " + type);
    require(!isUnique || absent == null, "default is not for a unique field");
    require(
        resource.isListed() || !isUnique,
        "unique is not for resources without a list: " + resource.wireName());
    require(
        resource.isListed() || !isSearchable,
        "searchable is not for resources without a list: " + resource.wireName());
    require(
        !(name.equals(LANGUAGE) && WITH_LANGUAGE.contains(resource)),
        "name is that of a member which the shop writes itself: " + name);
    require(
        !isRequired || absent != null || !resource.isCreatedByShoppers(),
        "default is missing: shoppers create a "
            + resource.wireName().replace('_', ' ')
            + " without the required field");
    String reference = field.getString("references");
    requireOnlyFor("references", type.equals("reference"), reference);
    String currency = field.getString("currency_code");
    requireOnlyFor("currency_code", type.equals("money"), currency);
    require(
        currency == null || CURRENCY.matcher(currency).matches(),
        "currency_code must be of three letters, like eur");
    return new JsonObject()
        .put("id", id(resource, name))
        .put("resource", resource.wireName())
        .put("name", name)
        .put("type", type)
        .put("is_required", isRequired)
        .put("is_unique", isUnique)
        .put("is_staff_only", isStaffOnly)
        .put("is_searchable", isSearchable)
        .put("default_value", absent)
        .put("allowed_values", values(type, field.getJsonArray("values")))
        .put("referred_resource", reference)
        .put("referred_schema", reference == null ? null : referred(reference).schema())
        .put("currency_code", currency);
  }

  static String id(FieldResource resource, String name) {
    return resource.wireName() + "." + name;
  }

  /**
   * Requires that the field of an order accepts what that of a cart does, if their values are in
   * one place.
   *
   * @param other field that is declared for the other resource with the same metadata
   * @throws Problem {@code InvalidData} that names the property and the other field
   */
  static void requireAgreement(JsonObject row, JsonObject other) {
    if (!row.getBoolean("is_staff_only").equals(other.getBoolean("staff_only"))) {
      return;
    }
    requireSame("type", row.getString("type"), other);
    requireSame("references", row.getString("referred_resource"), other);
    requireSame("currency_code", row.getString("currency_code"), other);
    JsonArray own = row.getJsonArray("allowed_values");
    JsonArray theirs = other.getJsonArray("values");
    boolean isOfCart = row.getString("resource").equals(FieldResource.CART.wireName());
    // Two carts may have the value: the second would be paid, and could not become an order.
    if (isOfCart && other.getBoolean("unique")) {
      throw disagreement("name must not be that of the unique field", other, null);
    }
    if (row.getBoolean("is_unique")) {
      throw disagreement("unique must be false beside", other, null);
    }
    JsonArray ofCart = isOfCart ? own : theirs;
    JsonArray ofOrder = isOfCart ? theirs : own;
    if (ofOrder == null || ofCart != null && ofOrder.getList().containsAll(ofCart.getList())) {
      return;
    }
    throw disagreement(
        isOfCart
            ? "values must be among those of"
            : ofCart == null ? "values must be absent, as of" : "values must have those of",
        other,
        theirs == null ? null : String.join(", ", JsonArrays.strings(theirs)));
  }

  private static void requireSame(String name, @Nullable String value, JsonObject other) {
    String wanted = other.getString(name);
    if (!Objects.equals(value, wanted)) {
      throw disagreement(name + " must be that of", other, wanted);
    }
  }

  private static RuntimeException disagreement(
      String rule, JsonObject other, @Nullable String shown) {
    return Problem.invalidData(
        "%s %s%s: the metadata of a cart becomes that of its order"
            .formatted(rule, other.getString("id"), shown == null ? "" : ", " + shown));
  }

  private static FieldResource referred(String reference) {
    FieldResource referred = FieldResource.of(reference);
    require(referred.isListed(), "references is not for resources without a list: " + reference);
    return referred;
  }

  private static @Nullable JsonArray values(String type, @Nullable JsonArray given) {
    if (!WITH_VALUES.contains(type)) {
      require(given == null, "values is for fields of type enum or list");
      return null;
    }
    if (given == null) {
      require(!type.equals("enum"), "values is missing for a field of type enum");
      return null;
    }
    List<String> values = JsonArrays.strings(given);
    require(!values.isEmpty(), "values must not be empty");
    require(new HashSet<>(values).size() == values.size(), "values must not repeat a value");
    return given;
  }

  private static void requireOnlyFor(String name, boolean isWanted, @Nullable Object value) {
    require(!isWanted || value != null, name + " is missing for a field of this type");
    require(isWanted || value == null, name + " is not for fields of this type");
  }

  private static void require(boolean isMet, String message) {
    if (!isMet) {
      throw Problem.invalidData(message);
    }
  }
}
