package dev.tradewind.statuspage;

/**
 * Member of the cluster, as this node sees it.
 *
 * @param id unique among the members that run now
 * @param address host and port at which other members reach it
 * @param isLocal whether it is this node
 */
public record ClusterMember(String id, String address, boolean isLocal) {}
