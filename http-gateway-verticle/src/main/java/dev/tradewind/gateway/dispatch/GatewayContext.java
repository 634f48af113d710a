package dev.tradewind.gateway.dispatch;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.gateway.auth.Authenticator;
import dev.tradewind.gateway.auth.CorsHandler;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.http.CallContexts;
import dev.tradewind.gateway.http.PendingResponses;
import dev.tradewind.gateway.http.ResponseBodies;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.Vertx;
import java.time.Clock;

/** Parts of one gateway that its routes share, and the pages of other modules at it. */
@RecordBuilder
public record GatewayContext(
    Vertx vertx,
    GatewayConfig config,
    Contract contract,
    Authenticator authenticator,
    CorsHandler origins,
    CallContexts calls,
    ForwardedHeaders forwarded,
    Dispatcher dispatcher,
    ResponseBodies bodies,
    PendingResponses pending,
    FileClient files,
    Clock clock) {}
