export { createClient } from "./client.js";
export type { Client, ClientOptions } from "./client.js";
export { TradewindError } from "./error.js";
export type { ErrorCode, ErrorDetail, ErrorType } from "./error.js";
export { declareDigits, formatAmount, fractionDigits, parseAmount, toDecimal } from "./money.js";
export type { Data, Item, Method, Options, PagedPath, Path, Paths } from "./operations.js";
export type { components as AdminComponents } from "./generated/admin.js";
export type { components as StoreComponents } from "./generated/store.js";
