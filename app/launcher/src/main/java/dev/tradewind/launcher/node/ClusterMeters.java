package dev.tradewind.launcher.node;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/** Metrics of the cluster: its members as this node sees them, and their changes. */
final class ClusterMeters implements MembershipListener {

  private final AtomicInteger members;
  private final Counter joined;
  private final Counter left;

  private ClusterMeters(AtomicInteger members, MeterRegistry meters) {
    this.members = members;
    this.joined = changes("joined", meters);
    this.left = changes("left", meters);
    Gauge.builder("tradewind.cluster.members", members, AtomicInteger::doubleValue)
        .description("Nodes of the cluster, as this node sees it")
        .register(meters);
  }

  static void measure(Cluster cluster, MeterRegistry meters) {
    ClusterMeters measuring = new ClusterMeters(new AtomicInteger(), meters);
    cluster.addMembershipListener(measuring);
    measuring.members.set(cluster.getMembers().size());
  }

  private static Counter changes(String change, MeterRegistry meters) {
    return Counter.builder("tradewind.cluster.changes")
        .description("Nodes that joined or left the cluster while this node was a member")
        .tag("change", change)
        .register(meters);
  }

  @Override
  public void memberAdded(MembershipEvent event) {
    joined.increment();
    members.set(event.getMembers().size());
  }

  @Override
  public void memberRemoved(MembershipEvent event) {
    left.increment();
    members.set(event.getMembers().size());
  }
}
