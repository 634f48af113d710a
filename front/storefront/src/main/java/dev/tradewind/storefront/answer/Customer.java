package dev.tradewind.storefront.answer;

import dev.tradewind.kernel.json.JsonInline;
import java.util.List;

/**
 * Customer that is signed in.
 *
 * @param own name and telephone number of the customer
 */
public record Customer(
    String email, @JsonInline Address own, List<SavedAddress> shippingAddresses) {

  /** Address of the customer's account. */
  public record SavedAddress(String id, @JsonInline Address address) {}

  /** The address that a form begins with. */
  public Address firstAddress() {
    return shippingAddresses.isEmpty() ? own : shippingAddresses.getFirst().address();
  }
}
