package dev.tradewind.acceptance.fuzz;

import org.jspecify.annotations.Nullable;

/** What came back, as it came. */
record FuzzAnswer(int status, @Nullable String requestId, String body, long millis) {}
