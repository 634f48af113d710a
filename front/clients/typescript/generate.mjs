// Generates src/generated from the OpenAPI documents of a running shop: the types of all operations,
// and the list of those that take an Idempotency-Key, which the client may repeat.
// Usage: node generate.mjs [URL of the shop]
import { mkdir, writeFile } from "node:fs/promises";
import openapiTypeScript, { astToString } from "openapi-typescript";

const shop = process.argv[2] ?? "http://localhost:9000";
const folder = new URL("src/generated/", import.meta.url);
const key = "#/components/parameters/IdempotencyKey";

await mkdir(folder, { recursive: true });
const repeatable = [];
for (const surface of ["store", "admin"]) {
  const answer = await fetch(`${shop}/openapi/${surface}.json`);
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  const document = await answer.json();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { parameters = [] }] of Object.entries(operations)) {
      if (parameters.some((parameter) => parameter.$ref === key)) {
        repeatable.push(`${method.toUpperCase()} ${path}`);
      }
    }
  }
  const types = await openapiTypeScript(document, {
    defaultNonNullable: false,
    emptyObjectsUnknown: true, // metadata takes any properties
  });
  await writeFile(new URL(`${surface}.ts`, folder), astToString(types));
}
await writeFile(
  new URL("operations.ts", folder),
  `/** Operations with an Idempotency-Key. */
export const repeatable: ReadonlySet<string> = new Set(${JSON.stringify(repeatable, null, 2)});
`
);
