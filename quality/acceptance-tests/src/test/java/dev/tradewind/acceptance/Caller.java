package dev.tradewind.acceptance;

/** Kind of caller, by its credentials. */
public enum Caller {
  NOBODY,
  CUSTOMER_WITH_SESSION,
  CUSTOMER_WITH_TOKEN,
  OTHER_CUSTOMER,
  USER_WITH_SESSION,
  USER_WITH_TOKEN,
  USER_WITH_API_TOKEN,
  USER_WITH_API_TOKEN_AS_BEARER,
  MEMBER,
  EXPIRED_SESSION,
  GARBAGE;

  public boolean isCustomer() {
    return switch (this) {
      case CUSTOMER_WITH_SESSION, CUSTOMER_WITH_TOKEN, OTHER_CUSTOMER -> true;
      case NOBODY,
          USER_WITH_SESSION,
          USER_WITH_TOKEN,
          USER_WITH_API_TOKEN,
          USER_WITH_API_TOKEN_AS_BEARER,
          MEMBER,
          EXPIRED_SESSION,
          GARBAGE ->
          false;
    };
  }

  public boolean isUser() {
    return switch (this) {
      case USER_WITH_SESSION,
          USER_WITH_TOKEN,
          USER_WITH_API_TOKEN,
          USER_WITH_API_TOKEN_AS_BEARER,
          MEMBER ->
          true;
      case NOBODY,
          CUSTOMER_WITH_SESSION,
          CUSTOMER_WITH_TOKEN,
          OTHER_CUSTOMER,
          EXPIRED_SESSION,
          GARBAGE ->
          false;
    };
  }
}
