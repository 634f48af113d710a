package dev.tradewind.medusa.copy;

import java.util.List;
import java.util.stream.Stream;

/** Copies of customers with their addresses and groups, and of users. */
final class CustomerCopies {

  private static final String EMAIL = "lower(btrim(s.email))";

  private CustomerCopies() {}

  static List<TableCopy> all() {
    return Stream.of(
            // The billing address follows, because addresses refer to their customers.
            TableCopy.of("customer.customer", "customer")
                .set("email", EMAIL)
                .leave("billing_address_id")
                .sum(List.of("has_account"), List.of()),
            // Shoppers could write the metadata: the provider asks Stripe whose the customer is.
            TableCopy.of("customer.provider_customer", "customer")
                .key("customer_id", "key")
                .order("s.id")
                .where(
                    "s.deleted_at IS NULL AND s.metadata->>'stripe_id' ~ '^cus_[A-Za-z0-9]{1,250}$'")
                .set("customer_id", "s.id")
                .set("key", "'stripe_id'")
                .set("provider_customer", "s.metadata->>'stripe_id'")
                .set("is_confirmed", "false"),
            TableCopy.of("customer.address", "address")
                .where(
                    "s.customer_id IS NOT NULL OR EXISTS (SELECT FROM customer AS c"
                        + " WHERE c.billing_address_id = s.id)"),
            TableCopy.of("customer.customer", "customer")
                .named("billing address")
                .set("billing_address_id", "s.billing_address_id")
                .update(),
            TableCopy.of("customer.customer_group", "customer_group"),
            TableCopy.of("customer.customer_group_customers", "customer_group_customers")
                .key("customer_group_id", "customer_id"),
            TableCopy.of("customer.\"user\"", "user")
                .set("email", EMAIL)
                .set("role", "coalesce(s.role::text, 'member')"),
            TableCopy.of("customer.analytics_config", "analytics_config")
                .where("EXISTS (SELECT FROM \"user\" AS u WHERE u.id = s.user_id)"))
        .map(TableCopy.Builder::build)
        .toList();
  }
}
