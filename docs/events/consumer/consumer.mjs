// Consumer of order events that keeps a table of orders in PostgreSQL. Kafka delivers an event at
// least once: again after a crash, a rebalance or a retry of the producer. The id of the event and
// its effect are written in one transaction, and the offset is committed after it, so that every
// event has its effect exactly once.
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';

const TOPIC = 'commerce.order.v1';

const setting = (name, standard) => process.env[name] ?? standard;

const database = new pg.Pool({ connectionString: setting('DATABASE_URL'), max: 2 });
const kafka = new Kafka({
  clientId: 'order-consumer',
  brokers: setting('KAFKA_BOOTSTRAP', 'localhost:29092').split(','),
  logLevel: logLevel.ERROR,
});
const consumer = kafka.consumer({
  groupId: setting('GROUP_ID', 'order-consumer'),
  // A crashed consumer keeps its partitions for this long.
  sessionTimeout: Number(setting('SESSION_TIMEOUT_MILLIS', '10000')),
  // Finds the partitions of a topic that was created after the start.
  metadataMaxAge: 10000,
});

async function createTables() {
  // Of several consumers that start at once, one creates them.
  await inTransaction(async (transaction) => {
    await transaction.query('SELECT pg_advisory_xact_lock(7261646577)');
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
        events text[] NOT NULL DEFAULT '{}',
        version bigint NOT NULL DEFAULT 0
      )`);
  });
}

async function inTransaction(work) {
  const transaction = await database.connect();
  try {
    await transaction.query('BEGIN');
    await work(transaction);
    await transaction.query('COMMIT');
    transaction.release();
  } catch (failure) {
    // A closed connection rolls back.
    transaction.release(failure);
    throw failure;
  }
}

/** The effect of an event, once however often it is delivered. */
async function apply(event) {
  await inTransaction(async (transaction) => {
    // A concurrent delivery of the same event waits here for the other transaction.
    const inserted = await transaction.query(
      'INSERT INTO processed_event (source, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [event.source, event.id],
    );
    if (inserted.rowCount === 0) {
      return;
    }
    // Unknown types of later versions are recorded too; another effect may ignore them.
    await transaction.query(
      `INSERT INTO order_history AS known (order_id, events, version)
       VALUES ($1, ARRAY[$2::text], $3)
       ON CONFLICT (order_id) DO UPDATE
       SET events = known.events || EXCLUDED.events,
         version = greatest(known.version, EXCLUDED.version)`,
      [event.subject, event.type, event.version],
    );
  });
}

/** CloudEvents in Kafka binary mode: attributes are headers, the value is the JSON data. */
function read(message) {
  const header = (name) => message.headers[name]?.toString();
  return {
    id: header('ce_id'),
    source: header('ce_source'),
    type: header('ce_type'),
    subject: header('ce_subject'),
    version: header('ce_aggregateversion'),
    traceparent: header('traceparent'),
    data: message.value === null ? null : JSON.parse(message.value.toString()),
  };
}

/** Subscribes; waits while the topic is missing, which the first event of a shop creates. */
async function subscribe() {
  for (;;) {
    try {
      return await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
    } catch (failure) {
      if (failure.type !== 'UNKNOWN_TOPIC_OR_PARTITION') {
        throw failure;
      }
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

async function stop(exitCode) {
  await consumer.disconnect();
  await database.end();
  process.exit(exitCode);
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => stop(0));
}
// kafkajs restarts by itself after errors that a retry can solve; a supervisor restarts the process
// after the others.
consumer.on(consumer.events.CRASH, ({ payload }) => {
  console.error('Consuming failed:', payload.error.message);
  if (!payload.restart) {
    stop(1);
  }
});

await createTables();
await consumer.connect();
await subscribe();
await consumer.run({
  // Partitions are independent; within one, events stay in order.
  partitionsConsumedConcurrently: 2,
  autoCommit: false,
  eachMessage: async ({ topic, partition, message }) => {
    await apply(read(message));
    const next = (BigInt(message.offset) + 1n).toString();
    await consumer.commitOffsets([{ topic, partition, offset: next }]);
  },
});
console.log('Consuming', TOPIC);
