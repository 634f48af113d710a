package dev.tradewind.statuspage;

import org.jspecify.annotations.Nullable;

/**
 * Member of the cluster with its report, or the reason why there is none.
 *
 * @param isLocal whether it is the node that asked
 * @param silence a sentence; absent with a report
 * @param report absent without an answer
 */
record MemberStatus(
    String address, boolean isLocal, @Nullable String silence, @Nullable NodeReport report) {

  static MemberStatus of(ClusterMember member, NodeReport report) {
    return new MemberStatus(member.address(), member.isLocal(), null, report);
  }

  static MemberStatus silent(ClusterMember member, String reason) {
    return new MemberStatus(member.address(), member.isLocal(), reason, null);
  }
}
