package dev.tradewind.acceptance.fuzz;

import dev.tradewind.gateway.contract.AccessPolicy;

/** Kind of caller. */
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

  /** Caller for whom the operation is intended. */
  static TestCaller expectedAt(AccessPolicy access, RandomSource chance) {
    return switch (access) {
      case NONE -> NOBODY;
      case OPTIONAL -> chance.in100(50) ? NOBODY : CUSTOMER;
      case CUSTOMER -> CUSTOMER;
      case ADMIN -> USER;
    };
  }
}
