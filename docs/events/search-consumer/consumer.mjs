// Consumer of whole products that keeps those on sale in an index of OpenSearch. The topic has the
// last state of each product under its id, and nothing for a product that was deleted. Writing a
// state again changes nothing, so that the offset is committed after the write and no more is kept.
import { Kafka, logLevel } from 'kafkajs';

const setting = (name, standard) => process.env[name] ?? standard;

const TOPIC = `${setting('TOPIC_PREFIX', '')}commerce.product-state.v1`;
const ENGINE = setting('OPENSEARCH_URL', 'http://localhost:9200');
const INDEX = setting('INDEX', 'products');

const kafka = new Kafka({
  clientId: 'search-consumer',
  brokers: setting('KAFKA_BOOTSTRAP', 'localhost:29092').split(','),
  logLevel: logLevel.ERROR,
});
const consumer = kafka.consumer({
  groupId: setting('GROUP_ID', 'search-consumer'),
  // A crashed consumer keeps its partitions for this long.
  sessionTimeout: Number(setting('SESSION_TIMEOUT_MILLIS', '10000')),
  // Finds the topic that was created after the start.
  metadataMaxAge: 10000,
});

/** What the engine searches: no prices and no stock, which the shop alone knows for a caller. */
function document(product) {
  return {
    title: product.title,
    subtitle: product.subtitle,
    description: product.description,
    handle: product.handle,
    thumbnail: product.thumbnail,
    collection: product.collection?.title,
    type: product.type?.value,
    tags: product.tags?.map((tag) => tag.value),
    sku: product.variants?.map((variant) => variant.sku).filter(Boolean),
    options: product.options?.flatMap((option) =>
      (option.values ?? []).map((value) => `${option.title}: ${value.value}`),
    ),
  };
}

/** Lines of a bulk request for the state of a product. */
function lines({ id, version, product }) {
  // The engine refuses a version below the one it has: of a consumer that lost its partitions
  // meanwhile, or of the records that are read again from the beginning.
  const target = { _index: INDEX, _id: id, version, version_type: 'external_gte' };
  return product?.status === 'published'
    ? [{ index: target }, document(product)]
    : [{ delete: target }];
}

/** Sends a bulk request; returns the status and the text of the response. */
async function send(body) {
  try {
    const response = await fetch(`${ENGINE}/_bulk`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body,
      signal: AbortSignal.timeout(8000),
    });
    return { status: response.status, text: await response.text() };
  } catch ({ cause, message }) {
    // kafkajs tries nothing again after a TypeError, as which fetch reports a connection that is
    // refused or ends.
    throw new Error(`The engine is unavailable: ${cause?.message ?? message}`);
  }
}

async function write(states) {
  const { status: answered, text } = await send(
    states.flatMap(lines).map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  if (answered !== 200) {
    throw new Error(`${answered} ${text}`);
  }
  for (const item of JSON.parse(text).items) {
    const { _id, status, error } = item.index ?? item.delete;
    // Without its index the engine has nothing to put a product in.
    if (status === 429 || status >= 500 || error?.type === 'index_not_found_exception') {
      throw new Error(`${_id}: ${status} ${error?.reason}`);
    }
    // 404 is the deletion of a product that is not there, 409 a version that is known already.
    if (status >= 400 && status !== 404 && status !== 409) {
      console.error(`Left out ${_id}: ${status} ${error?.reason}`);
    }
  }
}

/** Subscribes; waits while the topic is missing, which the first product creates. */
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

await consumer.connect();
await subscribe();
await consumer.run({
  // The offset of a batch is committed when its write has succeeded; otherwise it comes again.
  eachBatch: async ({ batch }) => {
    const last = new Map();
    for (const { key, value, headers } of batch.messages) {
      const id = key.toString();
      last.set(id, {
        id,
        version: Number(headers.ce_aggregateversion),
        product: value === null ? null : JSON.parse(value.toString()),
      });
    }
    await write([...last.values()]);
  },
});
console.log('Consuming', TOPIC);
