package dev.tradewind.acceptance.fuzz;

import org.jspecify.annotations.Nullable;

/** Raw response. */
record FuzzAnswer(int status, @Nullable String requestId, String body, long millis) {}
