package dev.tradewind.statuspage;

import java.time.Instant;
import java.util.List;

/**
 * Facts of a node that do not change while it runs.
 *
 * @param id id of the node in its log lines, leases and spans
 * @param commit of the sources
 * @param verticles names of the verticles that it runs
 */
public record NodeIdentity(
    String id, String version, String commit, Instant startedAt, List<String> verticles) {}
