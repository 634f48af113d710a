package dev.tradewind.api.customer;

import dev.tradewind.api.audit.ForwardedWrite;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.resource.ReferenceQuery;
import dev.tradewind.kernel.verticle.SharedOperations;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Event-bus client of the customer verticle. */
public final class CustomerClient {

  public static final String ADDRESS = "customer";
  private final OperationClient bus;

  public CustomerClient(OperationClient bus) {
    this.bus = bus;
  }

  /** The guest with that e-mail, created if absent; never a customer with an account. */
  public Future<JsonObject> ensureGuest(CallContext context, String email) {
    return bus.call(CustomerOperation.ENSURE_GUEST, context, new JsonObject().put("email", email))
        .map(answer -> answer.getJsonObject("customer"));
  }

  /**
   * Customer at the service of a payment provider.
   *
   * @param isConfirmed whether the provider itself has returned the id for this customer
   */
  public record ProviderCustomer(String id, boolean isConfirmed) {}

  /**
   * The recorded id of a customer at the service of a payment provider.
   *
   * @param key of the provider
   */
  public Future<Optional<ProviderCustomer>> findProviderCustomer(
      CallContext context, String id, String key) {
    return bus.call(
            CustomerOperation.FIND_PROVIDER_CUSTOMER,
            context,
            new JsonObject().put("id", id).put("key", key))
        .map(answer ->
            Optional.ofNullable(answer.getString("provider_customer"))
                .map(found -> new ProviderCustomer(found, answer.getBoolean("is_confirmed"))));
  }

  /** Records the id that a payment provider has returned for a customer, in place of another. */
  public Future<Void> recordProviderCustomer(
      CallContext context, String id, String key, String providerCustomer) {
    return bus.call(
            CustomerOperation.RECORD_PROVIDER_CUSTOMER,
            context,
            new JsonObject()
                .put("id", id)
                .put("key", key)
                .put("provider_customer", providerCustomer))
        .mapEmpty();
  }

  /** The customers with these ids, each with {@code group_ids}; unknown ones are left out. */
  public Future<List<JsonObject>> findCustomers(CallContext context, Collection<String> ids) {
    return bus.call(
            CustomerOperation.FIND_CUSTOMERS,
            context,
            new JsonObject().put("ids", JsonArrays.of(ids)))
        .map(answer -> JsonArrays.objects(answer.getJsonArray("customers")));
  }

  /**
   * Resources of one kind by their ids, in their order; unknown and deleted ones are left out.
   *
   * @param kind {@code customer_groups} or {@code users}
   * @param fields own fields to return beside the id
   */
  public Future<List<JsonObject>> findReferences(
      CallContext context, String kind, Collection<String> ids, Collection<String> fields) {
    ReferenceQuery query = new ReferenceQuery(kind, List.copyOf(ids), List.copyOf(fields));
    return bus.call(CustomerOperation.FIND_REFERENCES, context, query.toJson())
        .map(answer -> JsonArrays.objects(answer.getJsonArray("references")));
  }

  /** Ids of the customer groups whose name contains the text. */
  public Future<List<String>> searchGroups(CallContext context, String text) {
    return bus.call(CustomerOperation.SEARCH_GROUPS, context, new JsonObject().put("text", text))
        .map(answer -> JsonArrays.strings(answer.getJsonArray("ids")));
  }

  /** One of the customer's own addresses; {@code NotFound} for any other. */
  public Future<JsonObject> findAddress(CallContext context, String customerId, String addressId) {
    return bus.call(
            CustomerOperation.FIND_ADDRESS,
            context,
            new JsonObject().put("customer_id", customerId).put("address_id", addressId))
        .map(answer -> answer.getJsonObject("address"));
  }

  /**
   * Authenticates credentials against the current state.
   *
   * @param credentials {@code session} (SHA-256 of the cookie's value, in hexadecimal), {@code
   *     user_token} and {@code customer_token} (each {@code id}, {@code version} and {@code
   *     token_id} of a verified token; the id alone of a token of a Medusa v1 shop), {@code
   *     api_token_hashes} (SHA-256 in hexadecimal); each of them may be absent
   * @return {@code user} and {@code customer}, each with {@code id} and {@code how}, the user also
   *     with {@code role}, with {@code has_second_factor} if its logins have passed one, and with
   *     {@code permissions} if an API token limits them; absent without valid credentials
   */
  public Future<JsonObject> authenticate(CallContext context, JsonObject credentials) {
    return bus.call(CustomerOperation.AUTHENTICATE, context, credentials);
  }

  /**
   * Authenticates credentials as above, by another verticle than that of customers.
   *
   * @param verticle address of its operations
   */
  public Future<JsonObject> authenticate(
      CallContext context, JsonObject credentials, String verticle) {
    return bus.call(
        SharedOperations.address(verticle), CustomerOperation.AUTHENTICATE, context, credentials);
  }

  /** Records a write of staff, before it is forwarded. */
  public Future<Void> recordForwardedWrite(CallContext context, ForwardedWrite write) {
    return bus.call(CustomerOperation.RECORD_FORWARDED_WRITE, context, write.toJson()).mapEmpty();
  }

  /** Records refused requests in the audit log. */
  public Future<Void> recordRefusals(CallContext context, Collection<Refusal> refusals) {
    return bus.call(CustomerOperation.RECORD_REFUSALS, context, Refusal.toJson(refusals))
        .mapEmpty();
  }
}
