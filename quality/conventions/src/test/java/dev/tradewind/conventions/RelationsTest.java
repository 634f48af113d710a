package dev.tradewind.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import dev.tradewind.gateway.dispatch.RelationPermissions;
import dev.tradewind.kernel.resource.Relation;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.testing.GeneratedPart;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Permissions of relations, derived from the descriptors of all resources: each relation from a
 * resource to data of shoppers, of staff or that is not offered needs the permission to read it, or
 * is a part of the resource, as {@code docs/permissions.md} lists them. With {@code
 * -Dtradewind.permissions.write=true} the test writes the list.
 */
class RelationsTest {

  private static final GeneratedPart PAGE =
      new GeneratedPart("docs/permissions.md", "relations", "tradewind.permissions.write");

  /** Kinds of the permissions, by the table that the resources of the kind are rows of. */
  private static final Map<String, String> KIND_OF =
      Map.ofEntries(
          Map.entry("\"return\"", "returns"),
          Map.entry("\"user\"", "users"),
          Map.entry("batch_job", "batch-jobs"),
          Map.entry("cart", "orders"),
          Map.entry("claim_order", "orders"),
          Map.entry("customer", "customers"),
          Map.entry("customer_group", "customer-groups"),
          Map.entry("discount", "discounts"),
          Map.entry("draft_order", "draft-orders"),
          Map.entry("gift_card", "gift-cards"),
          Map.entry("inventory_item", "inventory-items"),
          Map.entry("money_amount", "products"),
          Map.entry("note", "notes"),
          Map.entry("notification", "notifications"),
          Map.entry("order", "orders"),
          Map.entry("order_edit", "order-edits"),
          Map.entry("payment", "orders"),
          Map.entry("payment_collection", "payment-collections"),
          Map.entry("price_list", "price-lists"),
          Map.entry("product", "products"),
          Map.entry("product_category", "product-categories"),
          Map.entry("product_collection", "collections"),
          Map.entry("product_tag", "product-tags"),
          Map.entry("product_type", "product-types"),
          Map.entry("product_variant", "variants"),
          Map.entry("region", "regions"),
          Map.entry("reservation_item", "reservations"),
          Map.entry("return", "returns"),
          Map.entry("return_reason", "return-reasons"),
          Map.entry("sales_channel", "sales-channels"),
          Map.entry("shipping_option", "shipping-options"),
          Map.entry("shipping_profile", "shipping-profiles"),
          Map.entry("stock_location", "stock-locations"),
          Map.entry("store", "store"),
          Map.entry("swap", "swaps"),
          Map.entry("tax_rate", "tax-rates"));

  /** Tables whose rows shoppers see of their own only, or not at all. */
  private static final Set<String> PRIVATE =
      Set.of(
          "\"return\"",
          "\"user\"",
          "batch_job",
          "cart",
          "claim_order",
          "customer",
          "customer_group",
          "discount",
          "draft_order",
          "gift_card",
          "note",
          "notification",
          "order",
          "order_edit",
          "payment",
          "payment_collection",
          "price_list",
          "return",
          "swap");

  private record Place(Resource resource, String kind) {}

  private final Map<String, Set<String>> needed = new TreeMap<>();
  private final Map<String, Set<String>> parts = new TreeMap<>();
  private final List<String> wrong = new ArrayList<>();

  @Test
  void eachRelationNeedsThePermissionOfWhatItShowsOrIsAPart() throws Exception {
    walk();

    assertThat(wrong).isEmpty();
  }

  @Test
  void thePageNamesTheRelationsThatNeedAPermissionAndTheParts() throws Exception {
    walk();

    PAGE.assertIs(table());
  }

  /** All relations that a request can reach, with the kind of resource that it has got to. */
  private void walk() throws ReflectiveOperationException {
    Deque<Place> open = new ArrayDeque<>();
    Set<Place> seen = new HashSet<>();
    for (Resource resource : descriptors()) {
      String kind = KIND_OF.get(resource.table());
      if (kind != null) {
        open.add(new Place(resource, kind));
      }
    }
    while (!open.isEmpty()) {
      Place place = open.poll();
      if (seen.add(place)) {
        for (Relation relation : place.resource().relations()) {
          Resource target = relation.target().get();
          open.add(new Place(target, visit(place.kind(), relation, target)));
        }
      }
    }
  }

  /** The kind of resource after the relation. */
  private String visit(String kind, Relation relation, Resource target) {
    Set<String> permissions = RelationPermissions.ofPath(kind + ":read", relation.name());
    String shown = shown(relation, target);
    String place = kind + " " + relation.name() + " (" + target.table() + ")";
    if (permissions.isEmpty()) {
      if (shown != null && !shown.equals(kind)) {
        parts.computeIfAbsent(kind, first -> new TreeSet<>()).add(relation.name());
        if (!RelationPermissions.isPart(kind, relation.name())) {
          wrong.add(place + " needs no permission");
        }
      }
      return kind;
    }
    String permission = permissions.iterator().next();
    needed.computeIfAbsent(permission, first -> new TreeSet<>()).add(relation.name());
    if (shown != null && !permission.equals(shown + ":read")) {
      wrong.add(place + " needs " + permission);
    }
    return permission.substring(0, permission.indexOf(':'));
  }

  private static @Nullable String shown(Relation relation, Resource target) {
    return relation.isForStaff() || PRIVATE.contains(target.table())
        ? KIND_OF.get(target.table())
        : null;
  }

  private static List<Resource> descriptors() throws ReflectiveOperationException {
    List<Resource> found = new ArrayList<>();
    List<JavaField> fields =
        new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests()).importPackages("dev.tradewind").stream()
                .flatMap(type -> type.getFields().stream())
                .filter(field -> field.getRawType().isEquivalentTo(Resource.class))
                .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
                .toList();
    for (JavaField field : fields) {
      Field reflected = field.reflect();
      reflected.setAccessible(true);
      found.add((Resource) reflected.get(null));
    }
    return found;
  }

  private String table() {
    return "| Permission | Relations that need it |\n|---|---|\n"
        + rows(needed, "`%s`")
        + "\n\n| Resources | Their parts |\n|---|---|\n"
        + rows(parts, "%s")
        + "\n";
  }

  private static String rows(Map<String, Set<String>> rows, String form) {
    return rows.entrySet().stream()
        .map(row ->
            "| %s | %s |"
                .formatted(
                    form.formatted(row.getKey()),
                    row.getValue().stream()
                        .map(name -> "`" + name + "`")
                        .collect(Collectors.joining(", "))))
        .collect(Collectors.joining("\n"));
  }
}
