// Searches a shop with the published clients of Meilisearch, as InstantSearch drives them.
import assert from 'node:assert/strict';

const [url, word] = process.argv.slice(2);
const host = `${url}/store/search`;

async function check(name, module, options) {
  const {instantMeiliSearch} = await import(module);
  const made = instantMeiliSearch(host, 'any-key', {primaryKey: 'id', ...options});
  const client = made.searchClient ?? made;

  const params = {
    query: word,
    facets: ['tags_value', 'price'],
    hitsPerPage: 5,
    page: 0,
    highlightPreTag: '__ais-highlight__',
    highlightPostTag: '__/ais-highlight__',
  };
  const {results} = await client.search([
    {indexName: 'products', params},
    {indexName: 'products', params: {...params, facetFilters: [['tags_value:first']]}},
    {indexName: 'products', params: {...params, numericFilters: ['price>=1', 'price<=100000000']}},
    {indexName: 'products:price:asc', params},
  ]);
  assert.equal(results.length, 4);
  const [all, tagged, priced, sorted] = results;
  assert.equal(all.nbHits, 2, JSON.stringify(all));
  assert.equal(all.hits.length, 2);
  assert.ok(all.hits.every(hit => hit.objectID === hit.id));
  assert.match(all.hits[0]._highlightResult.title.value, /__ais-highlight__/);
  assert.deepEqual(all.facets.tags_value, {first: 1, second: 1});
  assert.ok(all.facets_stats.price.min < all.facets_stats.price.max);
  assert.deepEqual(tagged.hits.map(hit => hit.tags_value), [['first']]);
  assert.equal(priced.nbHits, 2);
  const prices = sorted.hits.map(hit => hit.price);
  assert.ok(prices[0] < prices[1], prices.join());

  if (client.searchForFacetValues) {
    const [values] = await client.searchForFacetValues([
      {indexName: 'products', params: {facetName: 'tags_value', facetQuery: 'fir', query: word, maxFacetHits: 10}},
    ]);
    assert.deepEqual(values.facetHits.map(hit => hit.value), ['first']);
  }
  console.log(`Passed: ${name}`);
}

await check('instant-meilisearch 0.31.3', 'instant-meilisearch-0', {});
await check('instant-meilisearch 1.0.0', 'instant-meilisearch-1', {});
