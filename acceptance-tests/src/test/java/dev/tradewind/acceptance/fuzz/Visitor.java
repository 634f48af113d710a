package dev.tradewind.acceptance.fuzz;

import dev.tradewind.gateway.contract.Access;

/** Who sends a request. */
enum Visitor {
  NOBODY,
  CUSTOMER,
  USER,
  PRETENDER;

  boolean mayCall(Access access) {
    return switch (access) {
      case NONE, OPTIONAL -> true;
      case CUSTOMER -> this == CUSTOMER;
      case ADMIN -> this == USER;
    };
  }

  /** Who the operation is for. */
  static Visitor expectedAt(Access access, Chance chance) {
    return switch (access) {
      case NONE -> NOBODY;
      case OPTIONAL -> chance.in100(50) ? NOBODY : CUSTOMER;
      case CUSTOMER -> CUSTOMER;
      case ADMIN -> USER;
    };
  }
}
