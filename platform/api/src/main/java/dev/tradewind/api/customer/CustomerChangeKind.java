package dev.tradewind.api.customer;

import dev.tradewind.kernel.changelog.ChangeKind;
import java.util.Locale;

/** Kind of change in the log of customers. */
public enum CustomerChangeKind implements ChangeKind {
  /** A customer with the addresses and groups, by its id; without one, all customers. */
  CUSTOMER,
  /** Membership and order of lists of customers. */
  CUSTOMER_LIST,
  /** Customer groups, without their members. */
  CUSTOMER_GROUP;

  @Override
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
