package dev.tradewind.spi.testing;

/** Defect of a payment provider, and the test of the contract that finds it. */
enum Defect {
  MAKES_ANOTHER_SESSION_FOR_A_REPEATED_KEY("aRepeatedCallOpensOneSession"),
  RETURNS_LARGE_DATA("aSessionOpensWhateverTheShopKnows"),
  KEEPS_THE_AMOUNT_OF_THE_FIRST_CALL("aSessionIsOpenedAgainUnderItsKeyWithAnotherAmount"),
  IGNORES_CHANGED_AMOUNTS("aChangedSessionIsPaidWithItsNewAmount"),
  TAKES_THE_AMOUNT_FROM_INPUT("inputOfTheStorefrontDoesNotChangeTheAmount"),
  KEEPS_MONEY_OF_A_DELETED_SESSION("aDeletedSessionHoldsNothing"),
  HOLDS_THE_AMOUNT_OF_THE_SESSION("anAuthorizationHoldsTheAmountOfTheCallOrNothing"),
  HOLDS_AGAIN_FOR_A_REPEATED_KEY("anAuthorizationHoldsTheAmountOnce"),
  HOLDS_AGAIN_FOR_A_KEY_AT_ONCE("authorizationsAtOnceUnderOneKeyHoldTheAmountOnce"),
  DECLINES_BY_A_FAILURE("aDeclinedAuthorizationIsAStatus"),
  FINDS_NO_AUTHORIZATION("anAuthorizationIsFoundByItsKey"),
  FINDS_MONEY_OF_ANOTHER_AMOUNT("aLookUpFindsTheAmountOfTheCallOrNothing"),
  FINDS_EVERY_AUTHORIZATION("aLookUpTellsWhetherAnAuthorizationHoldsMoney"),
  KNOWS_ONE_KEY_FOR_ALL_CALLS("aPaymentIsCapturedAndRefunded"),
  FORGETS_KEYS_OF_CAPTURES("aRepeatedCaptureMovesMoneyOnce"),
  CAPTURES_AGAIN_UNDER_ONE_KEY("capturesAtOnceUnderOneKeyMoveMoneyOnce"),
  FORGETS_KEYS_OF_REFUNDS("aRepeatedRefundMovesMoneyOnce"),
  FORGETS_KEYS_OF_REFUNDS_AT_ONCE("refundsAtOnceUnderOneKeyMoveMoneyOnce"),
  CAPTURES_TOO_MUCH("aCaptureAboveTheAuthorizationIsRefusedWithoutEffect"),
  CAPTURES_AGAIN("capturesAtOnceUnderTwoKeysMoveMoneyOnce"),
  CAPTURES_THE_WHOLE_FOR_A_PART("aPartIsCapturedOrRefused"),
  CAPTURES_WHAT_IS_CANCELED("aCaptureAfterTheCancellationIsRefused"),
  REFUNDS_TOO_MUCH("partsAreRefundedUpToTheCapturedAmount"),
  REFUNDS_TOO_MUCH_AT_ONCE("refundsAtOnceStayWithinTheCapturedAmount"),
  REFUNDS_WHAT_IS_NOT_CAPTURED("aRefundBeforeTheCaptureIsRefusedWithoutEffect"),
  FAILS_IN_PLACE_OF_A_REFUSAL("partsAreRefundedUpToTheCapturedAmount"),
  RELEASES_NOTHING("aRepeatedCancellationReleasesTheAmount"),
  CANCELS_WITHOUT_A_REFUND("aCancellationAfterTheCaptureReturnsTheMoneyOrIsRefused"),
  CANCELS_BESIDE_A_CAPTURE("aCaptureAndACancellationAtOnceLeaveOneState"),
  TELLS_ALWAYS_THE_SAME_STATE("aPaymentIsCanceled"),
  REFUSES_WHEN_AN_ANSWER_IS_LOST("aCaptureWithUnknownOutcomeIsFoundAndRepeated"),
  REFUSES_AN_AUTHORIZATION_WHOSE_ANSWER_IS_LOST("anAuthorizationWithUnknownOutcomeIsFound"),
  SUCCEEDS_WHEN_A_REQUEST_IS_LOST("aCancellationWithUnknownOutcomeIsFoundAndRepeated"),
  REFUNDS_AGAIN_WHEN_AN_ANSWER_IS_LOST("aRefundWithUnknownOutcomeIsRepeated"),
  HOLDS_NO_MONEY("aProviderThatHoldsMoneyPassesTheContractOfServices"),
  FAILS_FOR_INPUT("inputOfTheStorefrontIsTakenOrRefused"),
  FAILS_FOR_AN_UNKNOWN_CUSTOMER("aCustomerWithoutSavedMethodsHasNone"),
  DELETES_A_SESSION_ONCE("aSessionIsDeletedMoreThanOnce"),
  FAILS_FOR_A_CHANGED_SUBJECT("aSessionChangesWithTheCart"),
  FINDS_ANOTHER_AMOUNT("aNoticeLeadsToThePaymentOfItsCart"),
  REPORTS_ANOTHER_REFERENCE("aNoticeHasTheReferenceOfTheData"),
  REPORTS_A_NEW_ID_FOR_A_REPEATED_NOTICE("aRepeatedNoticeHasItsId"),
  REPORTS_ONE_ID_FOR_ALL_FACTS("noticesOfTwoFactsHaveTwoIds"),
  FINDS_THE_STATE_OF_THE_AUTHORIZATION("aLateNoticeLeadsToThePresentState"),
  FINDS_ONLY_WHAT_WAS_ANSWERED("anEarlyNoticeLeadsToAStateThatTheShopDoesNotKnow"),
  RELEASES_BY_A_LOOK_UP("aLookUpBesideACompletionChangesNothing"),
  FINDS_UNKNOWN_REFERENCES("aReferenceThatTheServiceDoesNotKnowIsNotFound"),
  TELLS_REFUNDS_OF_THE_SHOP_AS_FOREIGN("refundsOfTheShopAreToldWithTheirKeys"),
  FINDS_MONEY_THAT_IS_RELEASED("aReleasedPaymentHasNoMoney");

  private final String test;

  Defect(String test) {
    this.test = test;
  }

  /** Name of the test. */
  String test() {
    return test;
  }
}
