package dev.tradewind.gateway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelationPermissionsTest {

  @ParameterizedTest
  @CsvSource({
    "customers:read,       orders,                 orders:read",
    "customers:read,       orders.payments,        orders:read",
    "customers:read,       groups,                 customer-groups:read",
    "customers:read,       billing_address.country,",
    "customer-groups:read, customers.orders,       customers:read orders:read",
    "orders:read,          customer,",
    "orders:read,          customer.orders,",
    "orders:read,          customer.groups,        customer-groups:read",
    "orders:write,         payments,",
    "orders:read,          swaps.return_order,",
    "orders:read,          draft_order.cart,       draft-orders:read",
    "draft-orders:read,    cart.shipping_address,",
    "draft-orders:read,    cart.customer,",
    "draft-orders:read,    order.payments,         orders:read",
    "order-edits:read,     items.order,            orders:read",
    "order-edits:read,     order.items,            orders:read",
    "orders:read,          returns.claim_order,",
    "orders:read,          payments.swap,",
    "payments:read,        swap,                   swaps:read",
    "notifications:read,   customer,               customers:read",
    "returns:read,         order.items,            orders:read",
    "swaps:read,           order,",
    "swaps:read,           order.claims,           orders:read",
    "gift-cards:read,      order,                  orders:read",
    "gift-cards:read,      order.customer,         orders:read",
    "products:read,        variants.prices,",
    "products:read,        variants.prices.price_list, price-lists:read",
    "collections:read,     products,               products:read",
    "customer-groups:read, price_lists,            price-lists:read",
    "orders:read,          items.variant.prices,   products:read",
    "price-lists:read,     customer_groups.customers, customers:read"
  })
  void aRelationNeedsThePermissionOfWhatItShows(String permission, String path, String needed) {
    assertThat(RelationPermissions.ofPath(permission, path))
        .containsExactlyInAnyOrder(needed == null ? new String[0] : needed.split(" "));
  }
}
