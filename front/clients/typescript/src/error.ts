import type { components } from "./generated/store.js";

type Problem = components["schemas"]["Problem"];

/** The types of the API; `connection_lost` if there was no response, or only a part of one. */
export type ErrorType = Problem["type"] | "connection_lost";

/** The codes of the API. */
export type ErrorCode = components["schemas"]["ErrorCode"];

export type ErrorDetail = NonNullable<Problem["errors"]>[number];

/** Refusal or failure of a request, after the retries that were safe. */
export class TradewindError extends Error {
  override readonly name = "TradewindError";
  readonly type: ErrorType;
  /** More exact than the type, such as `insufficient_inventory`. */
  readonly code: ErrorCode | undefined;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Names the request in the logs of the shop. */
  readonly requestId: string | undefined;
  readonly errors: readonly ErrorDetail[];

  constructor(
    problem: { type: ErrorType; message: string; code?: ErrorCode; errors?: ErrorDetail[] },
    status: number,
    requestId?: string,
    options?: { cause: unknown }
  ) {
    super(problem.message, options);
    this.type = problem.type;
    this.code = problem.code;
    this.status = status;
    this.requestId = requestId;
    this.errors = problem.errors ?? [];
  }
}
