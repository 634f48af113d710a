import { type ErrorType, TradewindError } from "./error.js";
import { repeatable } from "./generated/operations.js";
import type { Data, Item, Method, Operation, Options, PagedPath, Path } from "./operations.js";

export interface ClientOptions {
  /** URL of the shop, such as `https://shop.example`. */
  baseUrl: string;
  /** Limits products and carts to the sales channels of the key. */
  publishableKey?: string;
  /** JWT of a customer or a user, or API token of a user; asked for before each request if a function. */
  token?: string | (() => string | undefined | Promise<string | undefined>);
  /** Sends the browser's session cookie, also to a shop on another host that allows this origin. */
  session?: boolean;
  /** How often a request is repeated at most; 3 by default. */
  retries?: number;
  /** Milliseconds until an attempt counts as lost; 30,000 by default. */
  timeout?: number;
  /** Instead of the global one, such as one with a cache. */
  fetch?: typeof fetch;
}

type Arguments<O> = object extends Options<O> ? [options?: Options<O>] : [options: Options<O>];

/** Operations of the shop, typed by their path. Failures are a `TradewindError`. */
export interface Client {
  get<P extends Path<"get">>(
    path: P,
    ...options: Arguments<Operation<"get", P>>
  ): Promise<Data<Operation<"get", P>>>;
  post<P extends Path<"post">>(
    path: P,
    ...options: Arguments<Operation<"post", P>>
  ): Promise<Data<Operation<"post", P>>>;
  delete<P extends Path<"delete">>(
    path: P,
    ...options: Arguments<Operation<"delete", P>>
  ): Promise<Data<Operation<"delete", P>>>;
  /** Elements of a list, of which one page after the other is read; `limit` is the size of a page. */
  iterate<P extends PagedPath>(
    path: P,
    ...options: Arguments<Operation<"get", P>>
  ): AsyncGenerator<Item<P>, void, undefined>;
}

interface AnyOptions {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

const PAGE = 100;
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 10_000;
/** Nothing was done. By type, as short stock has the status 409, too. */
const REFUSED: ReadonlySet<ErrorType> = new Set<ErrorType>(["conflict", "too_many_requests"]);
/** Something may have been done. */
const UNKNOWN: ReadonlySet<ErrorType> = new Set<ErrorType>([
  "unavailable",
  "timeout",
  "connection_lost",
]);

export function createClient(settings: ClientOptions): Client {
  const call =
    (method: Method) =>
    (path: string, options: AnyOptions = {}) =>
      request(settings, method.toUpperCase(), path, options);
  const get = call("get");

  async function* iterate(path: string, options: AnyOptions = {}) {
    let limit = Number(options.query?.limit ?? PAGE);
    let offset = Number(options.query?.offset ?? 0);
    for (;;) {
      let page: { count: number };
      try {
        page = (await get(path, { ...options, query: { ...options.query, limit, offset } })) as {
          count: number;
        };
      } catch (failure) {
        // The shop bounds the bytes of a page.
        if (limit < 2 || !isTooLarge(failure)) throw failure;
        limit = Math.ceil(limit / 2);
        continue;
      }
      const items = Object.values<unknown>({ ...page }).find(Array.isArray) ?? [];
      yield* items;
      offset += items.length;
      if (items.length === 0 || offset >= page.count) return;
    }
  }

  // The types of the operations are the interface's; here all are alike.
  return { get, post: call("post"), delete: call("delete"), iterate } as unknown as Client;
}

function isTooLarge(failure: unknown): boolean {
  return (
    failure instanceof TradewindError &&
    failure.status === 400 &&
    failure.message.startsWith("limit is too large")
  );
}

/**
 * Sends a request, and repeats it after a temporary refusal; after a failure that leaves its outcome
 * open only if it reads or has an idempotency key.
 */
async function request(
  settings: ClientOptions,
  method: string,
  path: string,
  options: AnyOptions
): Promise<unknown> {
  const url = urlOf(settings.baseUrl, path, options);
  const isRepeatable = method === "GET" || repeatable.has(`${method} ${path}`);
  const headers: Record<string, string> = { accept: "application/json" };
  if (settings.publishableKey) headers["x-publishable-api-key"] = settings.publishableKey;
  if (isRepeatable && method !== "GET") {
    headers["idempotency-key"] = options.idempotencyKey ?? newKey();
  }
  const body = options.body instanceof FormData ? options.body : JSON.stringify(options.body);
  if (typeof body === "string") headers["content-type"] = "application/json";
  Object.assign(headers, options.headers);

  const retries = settings.retries ?? 3;
  for (let attempt = 0; ; attempt++) {
    const token = typeof settings.token === "function" ? await settings.token() : settings.token;
    if (token) headers.authorization = `Bearer ${token}`;
    const result = await send(settings, url, { method, headers, ...(body && { body }) }, options);
    if (!(result instanceof Failure)) return result.data;
    const { type } = result.error;
    const isSafe = REFUSED.has(type) || (isRepeatable && UNKNOWN.has(type));
    if (attempt >= retries || !isSafe) throw result.error;
    // Full jitter: clients that failed together do not come back together.
    const pause = Math.random() * Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt);
    await sleep(Math.max(pause, result.retryAfter * 1000), options.signal);
  }
}

class Failure {
  constructor(
    readonly error: TradewindError,
    readonly retryAfter = 0
  ) {}
}

/** One attempt; fails only if the caller gave up. */
async function send(
  settings: ClientOptions,
  url: string,
  init: RequestInit,
  { signal }: AnyOptions
): Promise<Failure | { data: unknown }> {
  signal?.throwIfAborted();
  const attempt = new AbortController();
  const giveUp = () => attempt.abort(signal?.reason);
  const timer = setTimeout(
    () => attempt.abort(new Error("No response in time")),
    settings.timeout ?? 30_000
  );
  signal?.addEventListener("abort", giveUp);
  try {
    const response = await (settings.fetch ?? fetch)(url, {
      ...init,
      signal: attempt.signal,
      ...(settings.session && { credentials: "include" }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    if (response.ok) return { data: isJson ? JSON.parse(text) : text || undefined };
    return new Failure(
      new TradewindError(
        isJson ? JSON.parse(text) : { type: typeOf(response.status), message: text },
        response.status,
        response.headers.get("x-request-id") ?? undefined
      ),
      Number(response.headers.get("retry-after")) || 0
    );
  } catch (cause) {
    signal?.throwIfAborted();
    const message = cause instanceof Error ? cause.message : String(cause);
    return new Failure(
      new TradewindError({ type: "connection_lost", message }, 0, undefined, { cause })
    );
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

/** Type of a failure that a proxy answers in the shop's stead. */
function typeOf(status: number): ErrorType {
  switch (status) {
    case 429:
      return "too_many_requests";
    case 502:
    case 503:
      return "unavailable";
    case 504:
      return "timeout";
    default:
      return "unknown_error";
  }
}

function urlOf(baseUrl: string, path: string, { path: values = {}, query = {} }: AnyOptions): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    // An empty one would name the list instead of its element.
    if (!value) throw new TypeError(`The path parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) add(parameters, name, value);
  const search = String(parameters);
  return baseUrl.replace(/\/$/, "") + filled + (search && `?${search}`);
}

/** Lists repeat the name, and comparisons are in brackets: `created_at[gt]`. */
function add(parameters: URLSearchParams, name: string, value: unknown): void {
  if (Array.isArray(value)) {
    for (const element of value) add(parameters, name, element);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) add(parameters, `${name}[${key}]`, inner);
  } else if (value !== undefined && value !== null) {
    parameters.append(name, String(value));
  }
}

/** No secret, only different from others; `crypto` is missing in Node.js 18 and on pages without TLS. */
function newKey(): string {
  return Array.from({ length: 4 }, () =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0")
  ).join("");
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", giveUp);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", giveUp, { once: true });
  });
}
