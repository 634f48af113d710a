package dev.tradewind.statuspage;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Warnings and errors of one kind in the log of a node. A kind has one level, logger, message and
 * exception.
 *
 * @param message the pattern of the message, without its arguments, which may name persons
 * @param exception class of the exception; absent without one
 * @param operation of the last event; absent outside of operations
 * @param request id of the request of the last event, by which its log lines are found
 * @param count number of the events since the first
 */
public record LoggedProblem(
    String level,
    String logger,
    String message,
    @Nullable String exception,
    Instant first,
    Instant last,
    @Nullable String operation,
    @Nullable String request,
    long count) {}
