package dev.tradewind.customer.invite;

import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.api.event.RequestedNotification;
import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.JwtService;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Admin operations on invites. The token is sent only to the invited person, is valid for seven
 * days, and is revoked by a newer one.
 */
public final class InviteService {

  static final String PURPOSE = "invite";

  private static final Resource INVITE =
      Resource.table("invite")
          .softDeletedBase()
          .text("user_email", "role")
          .booleans("accepted")
          .text("token")
          .timestamps("expires_at")
          .json("metadata")
          .build();

  private static final Selection WHOLE = Selection.of(INVITE);
  private static final Duration LIFE = Duration.ofDays(7);

  private final Ids ids = Ids.of("invite");
  private final InviteStore store;
  private final AcceptInvite accept;
  private final ResourceReader reader;
  private final Pool pool;
  private final JwtService tokens;
  private final Clock clock;

  public InviteService(
      Pool pool, InviteStore store, AcceptInvite accept, JwtService tokens, Clock clock) {
    this.store = store;
    this.accept = accept;
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.tokens = tokens;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListInvites", this::list)
        .on("adminCreateInvite", this::create)
        .on("adminResendInvite", this::resend)
        .on("adminDeleteInvite", this::delete)
        .on("adminAcceptInvite", accept::accept);
  }

  private Future<Reply> list(Request request) {
    return reader
        .select(WHOLE, new WhereClause().add("t.deleted_at IS NULL"), "t.created_at, t.id")
        .map(invites -> Reply.ok(new JsonObject().put("invites", new JsonArray(invites))));
  }

  private Future<Reply> create(Request request) {
    String email = EmailAddress.normalized(request.body().getString("user"));
    String role = request.body().getString("role");
    Instant now = Timestamps.now(clock);
    return send(
        request,
        now,
        db -> store.open(db, ids.next(), email, role, now),
        "Can't invite a user with an existing account");
  }

  private Future<Reply> resend(Request request) {
    String id = request.path("invite_id");
    return send(request, Timestamps.now(clock), db -> store.lock(db, id), "Invite doesn't exist");
  }

  /** Condition that selects the invite of a token. */
  private interface Choice {
    Future<Optional<InviteStore.Invite>> in(SqlClient db);
  }

  private Future<Reply> send(Request request, Instant now, Choice choice, String none) {
    return Transactions.inTransaction(
            pool,
            db ->
                choice
                    .in(db)
                    .map(found -> found.orElseThrow(() -> Problem.invalidData(none)))
                    .compose(invite ->
                        store
                            .nameOfUser(db, request.principal().id())
                            .compose(by -> renew(db, request, invite, by.orElse(null), now))))
        .map(Reply.text(200, "OK"));
  }

  private Future<Void> renew(
      SqlClient db,
      Request request,
      InviteStore.Invite invite,
      @Nullable String invitedBy,
      Instant now) {
    JsonObject claims =
        new JsonObject()
            .put("invite_id", invite.id())
            .put("role", invite.role())
            .put("user_email", invite.email());
    String token = tokens.sign(PURPOSE, claims);
    JsonObject data = new JsonObject().put("id", invite.id()).put("user_email", invite.email());
    Event created =
        Event.of(request.context(), now, Topics.ACCESS, "invite.created", invite.id(), 0, data);
    RequestedNotification notification =
        RequestedNotification.toStaff(
            "invite.created",
            "invite",
            invite.id(),
            invite.email(),
            data.copy()
                .put("role", invite.role())
                .put("invited_by", invitedBy)
                .put("token", token));
    return store.renew(
        db,
        invite.id(),
        token,
        now.plus(LIFE),
        now,
        List.of(created, notification.requested(request.context(), now)));
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("invite_id");
    return Transactions.retrying(() -> store.delete(pool, id))
        .map(Reply.ok(new JsonObject().put("id", id).put("object", "invite").put("deleted", true)));
  }
}
