// Servers of the tests, which lose and refuse. They run in Node.js; tests in a browser ask for them.
import { type IncomingMessage, type ServerResponse, createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";

/** A JSON response, the loss of all or of half of one, or none. */
export type Answer =
  | { status: number; headers?: Record<string, string>; body: unknown }
  | "lost"
  | "half"
  | "silent";

export interface Asked {
  method: string;
  url: string;
  key: string | undefined;
}

export interface TestServer {
  url: string;
  /** The requests it had. */
  requests(): Promise<Asked[]>;
}

/** A server that gives the answers one after the other, and an empty object to later requests. */
export function answering(answers: Answer[]): Promise<TestServer> {
  return listening((request, response) => {
    request.resume().on("end", () => give(answers.shift() ?? { status: 200, body: {} }, response));
  });
}

/**
 * The shop behind a proxy that spoils the first responses to `POST` requests of a path, each in its
 * way, after the shop has done what they ask for.
 *
 * @param end of the path
 */
export function spoiling(shop: string, end: string, answers: Answer[]): Promise<TestServer> {
  return listening((request, response) => {
    const spoiled = request.method === "POST" && request.url?.endsWith(end) && answers.shift();
    request.pipe(
      forward(shop + request.url, { method: request.method, headers: request.headers }, (answer) => {
        if (spoiled) {
          answer.resume().on("end", () => give(spoiled, response));
        } else {
          answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
        }
      })
    );
  });
}

async function listening(
  handle: (request: IncomingMessage, response: ServerResponse) => void
): Promise<TestServer> {
  const requests: Asked[] = [];
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    // Browsers repeat requests by themselves on connections that they used before.
    response.setHeader("connection", "close");
    if (headers.origin) {
      response.setHeader("access-control-allow-origin", headers.origin);
      response.setHeader("access-control-allow-headers", "authorization, content-type, idempotency-key");
      response.setHeader("access-control-expose-headers", "retry-after, x-request-id");
    }
    if (method === "OPTIONS") {
      response.writeHead(204).end();
    } else {
      requests.push({ method, url, key: headers["idempotency-key"]?.toString() });
      handle(request, response);
    }
  });
  // Neither server nor connections keep a test's process running.
  server.on("connection", (socket) => socket.unref()).unref();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests: async () => requests };
}

function give(answer: Answer, response: ServerResponse): void {
  if (answer === "lost") {
    response.destroy();
  } else if (answer === "half") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    response.write("{");
    setImmediate(() => response.destroy());
  } else if (answer !== "silent") {
    response
      .writeHead(answer.status, { "content-type": "application/json", ...answer.headers })
      .end(JSON.stringify(answer.body));
  }
}
