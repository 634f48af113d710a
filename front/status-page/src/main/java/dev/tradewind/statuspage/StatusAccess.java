package dev.tradewind.statuspage;

import dev.tradewind.gateway.auth.Authenticator;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.dispatch.StaffAccess;
import dev.tradewind.gateway.http.CallContexts;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/** Access of staff to the status page: users, and API tokens, with its permission. */
final class StatusAccess {

  /** No built-in role but the role of admins has it. */
  static final String PERMISSION = "status:read";

  private static final String CALL = "call-of-status";

  private final Authenticator authenticator;
  private final StaffAccess staff;
  private final CallContexts calls;

  StatusAccess(Authenticator authenticator, StaffAccess staff, CallContexts calls) {
    this.authenticator = authenticator;
    this.staff = staff;
    this.calls = calls;
  }

  /** Fails with 401 or 403 for other callers; a live page is checked again. */
  Future<Void> check(RoutingContext context) {
    @Nullable CallContext earlier = context.get(CALL);
    CallContext call = earlier == null ? calls.of(context) : calls.renewed(earlier);
    context.put(CALL, call);
    return authenticator
        .caller(context.request(), ApiSurface.ADMIN, call)
        .compose(caller -> {
          staff.requireStaff(PERMISSION, caller);
          return Future.succeededFuture();
        });
  }
}
