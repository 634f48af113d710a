package dev.tradewind.acceptance.growth;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rows, bytes or memory that callers can make grow, with their bound and the tests that try to
 * exceed it. {@link GrowthDocumentIT} holds that each table of the database belongs to one of them.
 *
 * @param what the thing that grows
 * @param who the callers that make it grow
 * @param bound the bound, as the documentation states it
 * @param tables tables that hold it, with their schema; {@code *} stands for every schema
 * @param tests tests that try to exceed the bound, as {@code Class#method}
 */
record Growth(String what, String who, String bound, List<String> tables, List<String> tests) {

  private static final String ANYONE = "anyone";
  private static final String SHOPPERS = "shoppers";
  private static final String STAFF = "staff";
  private static final String NODES = "nodes";

  static final List<Growth> ALL =
      List.of(
          // Requests and connections.
          of("connections", ANYONE, "`TRADEWIND_CONNECTIONS_PER_ADDRESS`")
              .test("ProtocolIT#theConnectionsOfAnAddressAreLimited"),
          of("head of a request", ANYONE, "16 KiB of line, 16 KiB of headers, within its deadline")
              .test("ProtocolIT#headersThatArriveInPartsAreRejectedAsWell")
              .test("ProtocolIT#headersThatTrickleInEndTheConnection"),
          of("body of a request", ANYONE, "100 KiB within its deadline; lists are bounded by it")
              .test("GrowthBoundsIT#aBodyHasAHundredKibibytes")
              .test("ProtocolIT#aBodyThatTricklesInIsCutOff"),
          of("texts of a request", ANYONE, "a maximum length each; 255 characters as a rule")
              .test("ContractTest#everyTextOfARequestHasAMaximumLength")
              .test("TextLimitsTest#textsOfPathsAndQueriesAreLimited"),
          of("nesting, parameters", ANYONE, "100 levels, 1,000 parameters of a query")
              .test("InputSanitizerTest#nestingIsBounded")
              .test("QueryParserTest#aThousandParametersAreReadAndOneMoreIsRefused"),
          of("responses", ANYONE, "64 MiB; those that are not read wait for room in the memory")
              .test(
                  "PendingResponsesIT"
                      + "#aResponseThatIsNotReadKeepsOtherLargeOnesOutUntilItsConnectionEnds"),
          of("pages of lists", ANYONE, "1,000 rows, 16 MiB, 32 MiB of rows: 400 naming `limit`")
              .test("PageTest#manyRowsAreRefusedTogether")
              .test("ResourceReaderIT#aPageOfLargeRowsIsRefusedWithoutAFurtherStatement")
              .test("PageQueueTest#pagesRunTogetherUpToTheLimitOfRows"),
          of(
                  "relations of a response",
                  ANYONE,
                  "6 levels, 100,000 rows, 32 MiB (16 MiB of a page, 8 MiB after a write): of"
                      + " orders, customers, products and prices of lists the newest 1,000, 100 or"
                      + " 10 of each parent; then the others with more rows are left out, with"
                      + " their count; then 400")
              .test("ExpansionBudgetTest#theRowsOfAllRelationsCountTogether")
              .test("LargeRelationsIT#aCustomerWithManyOrdersIsShownWithTheNewest")
              .test("ResourceReaderIT#relationsThatAreTooLargeShowTheirNewestRowsAndTheirCount")
              .test("ResourceReaderIT#relationsThatAreNotCutAreLeftOutWithTheirCount")
              .test("RelationBoundsIT#readsShowLargeRelationsOrTheirCount")
              .test("RelationBoundsIT#writesAreAnswered")
              .test(
                  "ResourceReaderIT"
                      + "#manySmallRelationsAreRefusedWhenReadAndLeftOutAfterAWrite"),
          of("metadata of a resource", "shoppers, staff", "16 KiB, after merging as well")
              .test("CustomerInputTest#metadataIsLimited")
              .test("CurrentCustomerIT#mergedMetadataIsLimited")
              .test("OrderStatusServiceIT#metadataOfAnOrderIsLimitedAfterMerging"),
          of("idempotency records", ANYONE, "keys of 255 characters; deleted after a day")
              .in("*.idempotency_record")
              .test("GrowthBoundsIT#anIdempotencyKeyHas255Characters")
              .test("IdempotencyRecordCleanerIT#responsesAreDeletedAfterADayHoweverManyThereAre"),
          of("refused requests", ANYONE, "500 entries of the audit log a second, with their number")
              .test("AuditLogIT#aFloodOfRefusedLoginsMakesFewEntriesWithTheirNumber"),
          of("counters of attempts", ANYONE, "one for each key; deleted after their window")
              .in("cart.attempt", "customer.attempt", "discount.attempt", "orders.attempt")
              .test("LoginRateLimiterIT#expiredCountersAreDeleted")
              .test("CodeRateLimiterIT#expiredCountersAreRemovedByTheNextUnknownCode"),
          of("counters in memory", ANYONE, "100,000 networks, beyond which they share one")
              .test("CostlyRequestLimiterTest#networksBeyondTheCountersShareOne"),
          of("refused origins in the log", ANYONE, "100 of a node")
              .test("CorsHandlerTest#aHundredRefusedOriginsAreReported"),
          of("`tracestate`", ANYONE, "32 members, 512 characters")
              .test("TracestateTest#keysValuesAndMembersAreBounded"),
          of("password hashing", ANYONE, "threads and queue of staff, customers and registrations")
              .test("PasswordsTest#aFullQueueIsRefusedWithATimeToRetryAfter")
              .test("AccountsIT#aFloodOfRegistrationsDoesNotDelayLogins"),

          // Carts and their shoppers.
          of("new carts, searches", ANYONE, "`TRADEWIND_COSTLY_REQUESTS_PER_ADDRESS`")
              .test("CostlyRequestsIT#aFloodOfOneNetworkIsRefusedBeforeAnyVerticleIsAsked"),
          of("carts", ANYONE, "deleted after `TRADEWIND_CART_RETENTION_DAYS`, with their attempts")
              .in("cart.cart", "cart.payment_attempt")
              .test("CartRetentionIT#onlyCartsWithoutAnOrderAreDeletedAndOnlyAfterTheirRetention"),
          of("a cart", ANYONE, "200 line items of shoppers; 256 KiB, a CHECK of the table too")
              .test("LineItemIT#aCartHasTwoHundredLineItemsAtMost")
              .test("CartLimitsIT#aCartIsLimitedAsAWhole"),
          of("`context` of a cart", ANYONE, "16 KiB after merging")
              .test("CartLimitsIT#contextIsLimitedAfterMerging"),
          of("changes of carts", ANYONE, "`TRADEWIND_CART_CHANGES_PER_ADDRESS`; two at a time")
              .test("CostlyRequestsIT#changesOfOneCartByOneNetworkAreLimited")
              .test("CostlyRequestsIT#changesOfManyCartsByOneNetworkAreLimited")
              .test("CartQueuesTest#onlyAFewCommandsOfOneCartRunAtOnce"),
          of("carts in memory", ANYONE, "16 MiB of a node")
              .test("RecentCartCacheTest#largeCartsEvictOthersBeforeTheyFillTheMemory"),
          of("codes of a cart", ANYONE, "codes that exist; attempts with others are limited")
              .test("CodeRateLimiterIT#anAddressWithManyCartsIsRateLimitedUntilTheWindowEnds"),
          of("guests", ANYONE, "counted by address; deleted without a cart and an order")
              .in("customer.customer", "customer.provider_customer")
              .test("CostlyRequestsIT#guestsThatOneNetworkMakesAreLimited")
              .test(
                  "GuestRetentionIT"
                      + "#guestsWithoutACartAndAnOrderAreDeletedAfterTheRetentionTime"),
          of("accounts", ANYONE, "registrations of a network are limited")
              .test("AccountsIT#aRegistrationIsLimitedLikeTheQuestionWhetherAnAccountExists"),
          of("addresses of an account", SHOPPERS, "50")
              .in("customer.address")
              .test("CurrentCustomerIT#aCustomerHasFiftyAddressesAtMost"),
          of("sessions of an account", "its owner", "1,000; they end after 10 hours")
              .in("customer.session")
              .test("LoginsIT#anAccountHasAThousandSessionsAtMost")
              .test("SessionsIT#expiredSessionsAreDeleted"),
          of("JWTs of an account", "its owner", "1,000")
              .in("customer.issued_token")
              .test("LoginsIT#anAccountHasAThousandTokensAtMost"),
          of("mails of password resets", ANYONE, "a few of an address and a network")
              .test("PasswordResetIT#resetNotificationsAreLimited"),
          of("restock requests", ANYONE, "a few of an address and a network; forgotten in time")
              .in("customer.restock_request")
              .test("RestockIT#anAddressIsEnteredAFewTimesOnly")
              .test("RestockIT#requestsForDeletedVariantsAndOldOnesAreForgotten"),

          // Orders and what follows them.
          of("orders", SHOPPERS, "a cart, its authorized payment and its stock each")
              .in("orders.order", "orders.order_line", "orders.line_progress")
              .in("orders.payment", "orders.payment_dispute", "orders.payment_work")
              .in("orders.refund", "orders.fulfillment_work", "catalog.stock_taking")
              .in("catalog.stock_line", "catalog.stock_fulfillment", "discount.gift_card")
              .in("discount.gift_card_transaction", "discount.gift_card_withdrawal")
              .in("discount.discount_redemption")
              .test("ExactlyOnceIT#fiftyConcurrentCompletionsOfOneCartPlaceOneOrder"),
          of("swaps, returns", SHOPPERS, "20 open swaps, 50 swaps, 50 returns, 1 MiB of an order")
              .in("orders.swap", "orders.return", "orders.return_item")
              .test("SettledUnitsIT#aShopperHasTwentyOpenSwapsAtOnce")
              .test("SettledUnitsIT#aShopperHasFiftyReturnsOfAnOrder")
              .test("SettledUnitsIT#aShopperFillsAnOrderUpToABound"),
          of("an order in a list", "shoppers, staff", "1 MiB, beyond it without its largest parts")
              .test("OrderQueriesIT#aPageShowsLargeOrdersWithoutTheirLargestMembers")
              .test("PageTest#aRowThatIsTooLargeIsListedWithoutItsLargestMembers"),
          of(
                  "claims of orders of guests",
                  SHOPPERS,
                  "10 of an account, 10 to an address, 300 of a" + " network within 15 minutes")
              .in("orders.used_ownership_token")
              .test("OwnershipClaimsIT#claimsOfAnAccountAndTheirMailsAreLimited"),
          of("payment sessions of collections", SHOPPERS, "50 at a time, in place of the others")
              .in("orders.payment_session", "orders.payment_collection")
              .test("GrowthBoundsIT#aCollectionHasFiftyPaymentSessions"),
          of(
                  "notices of payment providers",
                  "payment providers",
                  "signed; deleted after 30 days, sessions after 400")
              .in("cart.payment_notice", "cart.notice_feed")
              .test("PaymentNoticePruningIT#noticesAreForgottenAndSessionsLater")
              .test("StripeWebhooksIT#onlySignedEventsOfTheOwnAccountAreTaken"),

          // Work of staff and of programs.
          of("jobs", STAFF, "`TRADEWIND_JOBS_PER_USER` open ones; deleted after their retention")
              .in("batch.batch_job", "batch.job_work", "batch.import_key", "catalog.import_chunk")
              .test("JobLimitsIT#aUserHasALimitedNumberOfJobsThatHaveNotEnded")
              .test("JobLimitsIT#endedJobsAreDeletedWithTheirFilesAfterTheirRetention"),
          of("errors of a job", STAFF, "the first 100, cut to 1,000 characters")
              .test("ImportErrorsTest#theFirstHundredAreKept"),
          of("files", STAFF, "`TRADEWIND_MAX_FILES`, `TRADEWIND_MAX_FILES_MEGABYTES` of the shop")
              .in("batch.file", "batch.file_piece", "batch.file_usage", "batch.file_move")
              .in("batch.file_removal", "batch.image_task")
              .test("FilesIT#concurrentWritersBeginNoMoreFilesThanTheShopMayHave")
              .test("FilesIT#concurrentWritersAppendNoMoreBytesThanTheShopMayHave")
              .test("FilesIT#unfinishedUploadsAreDeleted"),
          of("an upload", STAFF, "20 files, `TRADEWIND_MAX_UPLOAD_MEGABYTES`")
              .test("GrowthBoundsIT#anUploadHasTwentyFiles")
              .test("UploadIT#anUploadAboveTheLimitIsRejectedAndDeleted"),
          of("an image", STAFF, "50 million pixels, 16 million decoded whole, 20 scans, a minute")
              .test("ImageScalerTest#anImageOfTooManyPixelsIsRefusedByItsHeader")
              .test("ImageScalerTest#anImageOfManyScansIsRefusedBeforeItIsDecoded")
              .test("ImageScalerTest#aDecoderIsAbortedAtItsDeadline"),
          of("API tokens of a user", STAFF, "50")
              .in("customer.api_token")
              .test("ApiTokensIT#concurrentRequestsDoNotExceedTheLimit"),
          of("invites", STAFF, "one of an address")
              .in("customer.invite")
              .test("InvitesIT#concurrentRequestsCreateOneOpenInvitePerEmail"),
          of("states of OAuth", STAFF, "expire")
              .in("customer.oauth", "customer.oauth_state")
              .test("AppsIT#aStateExpires"),
          of("webhooks", STAFF, "100, of 100 types each")
              .in("webhooks.subscription")
              .test("WebhookLimitsIT#concurrentRequestsMakeAHundredWebhooks")
              .test("GrowthBoundsIT#aWebhookHasAHundredTypesOfEvents"),
          of("content of the storefront", STAFF, "512 KiB; 50 versions")
              .in("catalog.storefront_version")
              .test("StorefrontContentIT#aContentThatIsTooLargeIsRefused")
              .test("StorefrontContentIT#anEarlierVersionIsTakenBackAndTheLatestFiftyAreKept"),
          of("settings of the search", STAFF, "500 entries of each list; 50 versions")
              .in("catalog.search_settings")
              .test("SearchSettingsIT#theLatestFiftyVersionsAreKept"),
          of("queries that are counted", ANYONE, "5,000; 2,000 in the memory of a node")
              .in("catalog.search_query")
              .test("SearchSettingsIT#theNumberOfCountedQueriesIsLimited"),
          of("searches", ANYONE, "500 characters, 4,096 of a filter, 1,000 hits; 128 at a time")
              .test("FilterParserTest#longFiltersAndManyValuesAreRefused")
              .test("SearchRequestsIT#hostileSearchesEndInBoundedTime"),
          of("declared fields of a resource", STAFF, "50; lists of 100 texts, enums of 100 values")
              .in("*.declared_field", "*.declarable")
              .test("DeclaredFieldsIT#aResourceHasFiftyFields")
              .test("FieldTypesIT#aValueOfAnotherTypeIsRefusedWithTheNameOfTheField"),
          of("live status pages", STAFF, "20 of a node")
              .test("StatusPageIT#theNumberOfLivePagesIsLimited"),
          of("kinds of problems in the memory", ANYONE, "50 of a node, cut to 300 characters")
              .test("ProblemLogTest#kindsAndLengthsAreLimited"),
          of("differences in shadow mode", ANYONE, "500 classes with three examples")
              .test("ShadowReportTest#classesAndExamplesAreBounded"),
          of("waiting requests in shadow mode", ANYONE, "2,000 writes; a share for each network")
              .test("NetworkSharesTest#aNetworkUsesItsShareAndWaitsForItself"),

          // What follows from changes.
          of("events", NODES, "those of changes; deleted a day after they were published")
              .in("*.outbox", "*.outbox_lease", "*.parked_event", "*.state_snapshot")
              .test("OutboxRelayIT#eventsSentMoreThanADayAgoAreDeleted")
              .test("OutboxRelayIT#pruningKeepsUpBehindAnOldUnsentEvent"),
          of("log of changes", NODES, "pruned")
              .in("*.change_log", "*.change_epoch")
              .test("ReplyCacheIT#aReaderThatHasMissedPrunedChangesForgetsWhatItHas"),
          of("events for webhooks, deliveries", NODES, "deleted after their retention")
              .in("webhooks.event", "webhooks.event_sequence", "webhooks.delivery")
              .in("webhooks.delivery_attempt", "webhooks.delivery_queue")
              .test("EventRecordingIT#theListIsFilteredByTypeAndTellsTheOldestSequence"),
          of("work of notifications", NODES, "deleted 30 days after it was done")
              .in("orders.notification_work")
              .test("NotificationStoreIT#settledWorkIsDeletedHoweverMuchItIs"),
          of("audit log", NODES, "none: kept without end; refusals are merged")
              .in("*.audit_entry", "*.audit_chain", "*.audit_unchained")
              .test("AuditLogIT#aFloodOfRefusedLoginsMakesFewEntriesWithTheirNumber"),
          of("records of the shop", STAFF, "as many as the shop has; a request has 100 KiB")
              .in("*.migration_version", "*.row_counter")
              .in("*.schema_history", "*.kernel_schema_history")
              .in("catalog.country", "catalog.currency", "catalog.fulfillment_provider")
              .in("catalog.image", "catalog.inventory_item", "catalog.inventory_level")
              .in("catalog.money_amount", "catalog.payment_provider", "catalog.price_list")
              .in("catalog.price_list_customer_group", "catalog.product")
              .in("catalog.product_category", "catalog.product_category_product")
              .in("catalog.product_collection", "catalog.product_image", "catalog.product_option")
              .in("catalog.product_option_value", "catalog.product_sales_channel")
              .in("catalog.product_shipping_profile", "catalog.product_tag")
              .in("catalog.product_tagging", "catalog.product_tax_rate", "catalog.product_type")
              .in("catalog.product_type_tax_rate", "catalog.product_variant")
              .in("catalog.product_variant_inventory_item", "catalog.publishable_api_key")
              .in("catalog.publishable_api_key_sales_channel", "catalog.region")
              .in("catalog.region_fulfillment_provider", "catalog.region_payment_provider")
              .in("catalog.reservation_item", "catalog.sales_channel")
              .in("catalog.sales_channel_location", "catalog.shipping_option")
              .in("catalog.shipping_option_requirement", "catalog.shipping_profile")
              .in("catalog.shipping_tax_rate", "catalog.stock_location")
              .in("catalog.stock_location_address", "catalog.store", "catalog.store_currency")
              .in("catalog.tax_provider", "catalog.tax_rate")
              .in("customer.analytics_config", "customer.customer_group")
              .in("customer.customer_group_customers", "customer.erasure", "customer.user")
              .in("customer.recovery_code", "customer.second_factor")
              .in("discount.discount", "discount.discount_condition", "discount.discount_region")
              .in("discount.discount_condition_resource", "discount.discount_rule")
              .in("orders.claim_image", "orders.claim_item", "orders.claim_item_tag")
              .in("orders.claim_order", "orders.claim_tag", "orders.draft_order")
              .in("orders.draft_order_sweep", "orders.fulfillment", "orders.fulfillment_item")
              .in("orders.note", "orders.notification", "orders.order_edit")
              .in("orders.return_reason", "orders.tracking_link")
              .test("GrowthBoundsIT#aBodyHasAHundredKibibytes"));

  private static Growth of(String what, String who, String bound) {
    return new Growth(what, who, bound, List.of(), List.of());
  }

  private Growth in(String... added) {
    return new Growth(what, who, bound, joined(tables, added), tests);
  }

  private Growth test(String added) {
    return new Growth(what, who, bound, tables, joined(tests, added));
  }

  private static List<String> joined(List<String> first, String... added) {
    return Stream.concat(first.stream(), Arrays.stream(added)).toList();
  }
}
