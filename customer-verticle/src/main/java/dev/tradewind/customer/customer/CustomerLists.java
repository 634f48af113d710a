package dev.tradewind.customer.customer;

import dev.tradewind.api.customer.CustomerChangeKind;
import dev.tradewind.customer.schema.CustomerResources;
import dev.tradewind.kernel.changelog.CachedReply;
import dev.tradewind.kernel.changelog.Dependencies;
import dev.tradewind.kernel.changelog.ReplyCache;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.ColumnType;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.Filter;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.Page;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lists of customers, of the whole store or of one group. */
public final class CustomerLists {

  private static final String IS_IN =
      """
      EXISTS (
        SELECT
        FROM customer_group_customers AS member
        WHERE member.customer_id = t.id
          AND member.customer_group_id = %s
      )
      """;

  private static final View VIEW = View.of(CustomerResources.CUSTOMER, "billing_address.country");

  private static final ListDefinition LISTING =
      ListDefinition.of(VIEW, 50)
          .filter("has_account", "created_at", "updated_at")
          .filter("groups", Filter.matching(ColumnType.TEXT, IS_IN.formatted("ANY({})")))
          .indexedSearch("t.email ILIKE {} OR t.first_name ILIKE {} OR t.last_name ILIKE {}")
          .declaredFields("customer")
          .build();

  private static final String NEWEST_FIRST = "-created_at";

  private final ResourceReader reader;
  private final OperationClient bus;
  private final ReplyCache cache;

  public CustomerLists(ResourceReader reader, OperationClient bus, ReplyCache cache) {
    this.reader = reader;
    this.bus = bus;
    this.cache = cache;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListCustomers", request -> cache.get(request, () -> list(request)))
        .on(
            "adminListCustomerGroupCustomers",
            request -> cache.get(request, () -> listOfGroup(request)));
  }

  private Future<CachedReply> list(Request request) {
    JsonObject query = request.query();
    JsonArray groups = query.getJsonArray("groups");
    Selection selection = VIEW.select(query);
    if (groups == null) {
      return page(request, query, selection, conditions -> {}).map(page -> answer(query, page));
    }
    return page(request, query, selection.with("groups"), conditions -> {})
        .map(page ->
            answer(query, page, groups.stream().map(String::valueOf).collect(Collectors.toSet())));
  }

  /**
   * Lists the customers of the path's group, which overrides the filter; an unknown group is empty.
   */
  private Future<CachedReply> listOfGroup(Request request) {
    String group = request.path("id");
    JsonObject query = request.query().copy();
    query.remove("groups");
    return page(
            request,
            query,
            VIEW.select(query).with("groups"),
            conditions -> conditions.add(IS_IN.formatted("{}"), group))
        .map(page -> answer(query, page, Set.of(group)));
  }

  private Future<Page> page(
      Request request, JsonObject query, Selection selection, Consumer<WhereClause> always) {
    return reader.withRemote(bus, request.context()).list(LISTING, query, selection, always);
  }

  /** Reply that shows only the requested groups of each customer. */
  private static CachedReply answer(JsonObject query, Page page, Set<String> groups) {
    for (JsonObject customer : page.rows()) {
      JsonArray selection = new JsonArray();
      customer.getJsonArray("groups").stream()
          .filter(group -> groups.contains(((JsonObject) group).getString("id")))
          .forEach(selection::add);
      customer.put("groups", selection);
    }
    Dependencies dependencies = dependencies(query, page);
    return new CachedReply(
        page.reply("customers"),
        dependencies == null ? null : dependencies.and(CustomerChangeKind.CUSTOMER_GROUP));
  }

  private static CachedReply answer(JsonObject query, Page page) {
    return new CachedReply(page.reply("customers"), dependencies(query, page));
  }

  /**
   * Data of a page. The country of an address is the catalog's, whose changes are not in the log.
   */
  private static @Nullable Dependencies dependencies(JsonObject query, Page page) {
    for (JsonObject customer : page.rows()) {
      JsonObject address = customer.getJsonObject("billing_address");
      if (address != null && address.getValue("country_code") != null) {
        return null;
      }
    }
    Dependencies list = Dependencies.on(CustomerChangeKind.CUSTOMER_LIST);
    if (isOnAllCustomers(query)) {
      return list.and(CustomerChangeKind.CUSTOMER);
    }
    return list.with(
        CustomerChangeKind.CUSTOMER,
        page.rows().stream().map(customer -> customer.getString("id")).toList());
  }

  /** Whether a change of any customer may change which customers a page has. */
  private static boolean isOnAllCustomers(JsonObject query) {
    return !query.getString("q", "").isEmpty()
        || query.containsKey("updated_at")
        || !query.getString("order", NEWEST_FIRST).equals(NEWEST_FIRST);
  }
}
