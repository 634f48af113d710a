package dev.tradewind.acceptance;

/** Whoever may stand at a door, by what he shows. */
enum Caller {
  NOBODY,
  CUSTOMER_WITH_SESSION,
  CUSTOMER_WITH_TOKEN,
  USER_WITH_SESSION,
  USER_WITH_TOKEN,
  USER_WITH_API_TOKEN,
  USER_WITH_API_TOKEN_AS_BEARER,
  EXPIRED_SESSION,
  GARBAGE;

  boolean isCustomer() {
    return this == CUSTOMER_WITH_SESSION || this == CUSTOMER_WITH_TOKEN;
  }

  boolean isUser() {
    return switch (this) {
      case USER_WITH_SESSION, USER_WITH_TOKEN, USER_WITH_API_TOKEN, USER_WITH_API_TOKEN_AS_BEARER ->
          true;
      case NOBODY, CUSTOMER_WITH_SESSION, CUSTOMER_WITH_TOKEN, EXPIRED_SESSION, GARBAGE -> false;
    };
  }
}
