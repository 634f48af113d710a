package dev.tradewind.gateway.dispatch;

import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.validation.RequestValidator;

/** Operation of the contract with the parts that the dispatcher makes of it once, at the start. */
record DispatchedOperation(
    Operation operation,
    RequestValidator input,
    RequestHeaders headers,
    RequestMetrics.OfOperation metrics,
    ReadCaching caching) {}
