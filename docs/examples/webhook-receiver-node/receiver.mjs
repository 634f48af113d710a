// Receiver of webhooks that keeps a table of orders in PostgreSQL. An event is delivered at least once:
// again after a timeout, a crash or a redelivery. The id of the event and its effect are written in one
// transaction, before the answer, so that every event has its effect exactly once.
import { createServer } from 'node:http';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';

const MAX_BODY = 1024 * 1024;

const database = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
const webhook = new Webhook(process.env.WEBHOOK_SECRET);

async function inTransaction(work) {
  const connection = await database.connect();
  try {
    await connection.query('BEGIN');
    const result = await work(connection);
    await connection.query('COMMIT');
    return result;
  } catch (failure) {
    await connection.query('ROLLBACK');
    throw failure;
  } finally {
    connection.release();
  }
}

async function createTables() {
  await inTransaction(async (transaction) => {
    await transaction.query('SELECT pg_advisory_xact_lock(7261646578)');
    await transaction.query(`
      CREATE TABLE IF NOT EXISTS processed_event (
        source text,
        event_id text,
        processed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (source, event_id)
      )`);
    await transaction.query(`
      CREATE TABLE IF NOT EXISTS order_history (
        order_id text PRIMARY KEY,
        events text[] NOT NULL DEFAULT '{}'
      )`);
  });
}

async function apply(event) {
  await inTransaction(async (transaction) => {
    const { rowCount } = await transaction.query(
      'INSERT INTO processed_event (source, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [event.source, event.id],
    );
    if (rowCount === 1) {
      await transaction.query(
        `INSERT INTO order_history (order_id, events) VALUES ($1, ARRAY[$2])
         ON CONFLICT (order_id) DO UPDATE SET events = order_history.events || excluded.events`,
        [event.subject, event.type],
      );
    }
  });
}

async function body(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY) {
      throw new Error('The body is too long');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function receive(request) {
  const text = await body(request);
  let event;
  try {
    // Of the bytes as they came: a body that was parsed and written again has another signature.
    event = webhook.verify(text, request.headers);
  } catch {
    return 401;
  }
  await apply(event);
  return 204;
}

await createTables();
const server = createServer((request, response) => {
  receive(request)
    .catch((failure) => {
      console.error(failure.message);
      return 500;
    })
    .then((status) => response.writeHead(status).end());
});
server.listen(Number(process.env.PORT ?? '8080'), '127.0.0.1', () => console.log('Listening'));
process.on('SIGTERM', () => server.close(() => database.end()));
