import type { paths as AdminPaths } from "./generated/admin.js";
import type { paths as StorePaths } from "./generated/store.js";

/** Operations of the contract by path and method. */
export interface Paths extends StorePaths, AdminPaths {}

export type Method = "get" | "post" | "delete";

/** Paths that have the method. */
export type Path<M extends Method> = {
  [P in keyof Paths]: Paths[P] extends { [K in M]: object } ? P : never;
}[keyof Paths];

export type Operation<M extends Method, P extends keyof Paths> = Paths[P] extends {
  [K in M]: infer O;
}
  ? O
  : never;

type Parameters<O, Place extends string> = O extends { parameters: { [K in Place]?: infer T } }
  ? NonNullable<T>
  : never;

type Requested<Name extends string, T> = [T] extends [never]
  ? unknown
  : object extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

type Content<T> = T extends { content: { "application/json": infer Json } }
  ? Json
  : T extends { content: { "multipart/form-data": unknown } }
    ? FormData
    : T extends { content: { "text/plain": infer Text } }
      ? Text
      : never;

type Body<O> = O extends { requestBody: infer B }
  ? Requested<"body", Content<B>>
  : O extends { requestBody?: infer B }
    ? { body?: Content<NonNullable<B>> }
    : unknown;

type Repeatable<O> =
  Parameters<O, "header"> extends { "Idempotency-Key"?: string }
    ? { idempotencyKey?: string }
    : unknown;

/** Path parameters, query parameters and body of an operation. */
export type Options<O> = Requested<"path", Parameters<O, "path">> &
  Requested<"query", Parameters<O, "query">> &
  Body<O> &
  Repeatable<O> & { headers?: Record<string, string>; signal?: AbortSignal };

type Success<O> = O extends { responses: infer R } ? R[keyof R & (200 | 201)] : never;

/** Body of the successful response of an operation. */
export type Data<O> = [Content<Success<O>>] extends [never] ? undefined : Content<Success<O>>;

/** Paths of lists that have pages. */
export type PagedPath = {
  [P in Path<"get">]: "offset" extends keyof Parameters<Operation<"get", P>, "query"> ? P : never;
}[Path<"get">];

/** Element of a list. */
export type Item<P extends PagedPath> = Extract<
  Required<Data<Operation<"get", P>>>[keyof Data<Operation<"get", P>>],
  readonly unknown[]
>[number];
