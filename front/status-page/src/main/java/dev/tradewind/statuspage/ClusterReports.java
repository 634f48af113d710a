package dev.tradewind.statuspage;

import dev.tradewind.kernel.operation.UndeliveredRequestInterceptor;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports of all nodes of the cluster, which are asked over the event bus concurrently. A node that
 * does not answer in time is part of the result.
 */
public final class ClusterReports {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterReports.class);

  /** Longer than the health checks of a node take. */
  static final Duration TIMEOUT = Duration.ofSeconds(3);

  private static final String ADDRESS = "node.status.";

  private final Vertx vertx;
  private final NodeReporter own;
  private final Supplier<List<ClusterMember>> members;

  /**
   * @param members the members of the cluster that this node knows; it does not block
   */
  public ClusterReports(Vertx vertx, NodeReporter own, Supplier<List<ClusterMember>> members) {
    this.vertx = vertx;
    this.own = own;
    this.members = members;
  }

  /** Answers other nodes from now on; completes when the cluster knows it. */
  public Future<Void> serve() {
    own.start();
    return Future.join(
            members.get().stream()
                .filter(ClusterMember::isLocal)
                .map(
                    member -> vertx.eventBus().consumer(address(member), this::answer).completion())
                .toList())
        .mapEmpty();
  }

  private static String address(ClusterMember member) {
    return ADDRESS + member.id();
  }

  private void answer(Message<Object> question) {
    own.report()
        .onSuccess(report -> question.reply(NodeReport.CODEC.write(report)))
        .onFailure(failure -> {
          LOG.error("Reporting the status of this node failed", failure);
          question.fail(0, "The report failed.");
        });
  }

  /** Asks all nodes; it never fails. */
  Future<List<MemberStatus>> ask() {
    List<Future<MemberStatus>> answers = members.get().stream().map(this::ask).toList();
    return Future.all(answers).map(all -> all.<MemberStatus>list());
  }

  private Future<MemberStatus> ask(ClusterMember member) {
    Future<NodeReport> report =
        member.isLocal()
            ? own.report().timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
            : vertx
                .eventBus()
                .<JsonObject>request(
                    address(member),
                    "status",
                    new DeliveryOptions().setSendTimeout(TIMEOUT.toMillis()))
                .map(answer -> NodeReport.CODEC.read(answer.body()));
    return report
        .map(answered -> MemberStatus.of(member, answered))
        .otherwise(failure -> MemberStatus.silent(member, reason(failure)));
  }

  static String reason(Throwable failure) {
    if (failure instanceof TimeoutException) {
      return late();
    }
    if (!(failure instanceof ReplyException answer)) {
      return "Its report cannot be read: it may run another version.";
    }
    if (UndeliveredRequestInterceptor.is(answer)) {
      return "It cannot be reached.";
    }
    return switch (answer.failureType()) {
      case TIMEOUT -> late();
      case NO_HANDLERS -> "It starts, stops or runs an earlier version.";
      case RECIPIENT_FAILURE, ERROR -> "Its report failed; its log has the reason.";
    };
  }

  private static String late() {
    return "No answer within " + TIMEOUT.toSeconds() + " s.";
  }
}
