package dev.tradewind.acceptance.fuzz;

import dev.tradewind.gateway.contract.AccessPolicy;

/** Who sends a request. */
enum TestCaller {
  NOBODY,
  CUSTOMER,
  USER,
  PRETENDER;

  boolean mayCall(AccessPolicy access) {
    return switch (access) {
      case NONE, OPTIONAL -> true;
      case CUSTOMER -> this == CUSTOMER;
      case ADMIN -> this == USER;
    };
  }

  /** Who the operation is for. */
  static TestCaller expectedAt(AccessPolicy access, RandomSource chance) {
    return switch (access) {
      case NONE -> NOBODY;
      case OPTIONAL -> chance.in100(50) ? NOBODY : CUSTOMER;
      case CUSTOMER -> CUSTOMER;
      case ADMIN -> USER;
    };
  }
}
