// Searches a shop with the published clients of Meilisearch, as InstantSearch and Autocomplete drive them.
import assert from 'node:assert/strict';
import autocomplete from '@algolia/autocomplete-core';
import {getMeilisearchResults, meilisearchAutocompleteClient} from '@meilisearch/autocomplete-client';

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

/** The items that a search field of Autocomplete shows after each letter that is typed. */
async function type(client, text, params) {
  let shown;
  const field = autocomplete.createAutocomplete({
    environment: globalThis,
    getSources: ({query}) => [
      {
        sourceId: 'products',
        getItems: () =>
          getMeilisearchResults({searchClient: client, queries: [{indexName: 'products', query, params}]}),
      },
    ],
    onStateChange: ({state}) => {
      shown = state;
    },
  });
  field.setIsOpen(true);
  for (let letters = 3; letters <= text.length; letters++) {
    field.setQuery(text.slice(0, letters));
    await field.refresh();
  }
  assert.equal(shown.status, 'idle');
  return shown.collections.flatMap(collection => collection.items);
}

async function checkAutocomplete() {
  const client = meilisearchAutocompleteClient({
    url: host,
    apiKey: 'any-key',
    options: {primaryKey: 'id'},
  });

  const items = await type(client, word);
  assert.deepEqual(items.map(item => item.title).sort(), [`First ${word}`, `Second ${word}`]);
  assert.ok(items.every(item => item.objectID === item.id));
  const {value, fullyHighlighted, matchedWords} = items[0]._highlightResult.title;
  assert.ok(value.includes(`__aa-highlight__${word}__/aa-highlight__`), value);
  assert.equal(fullyHighlighted, false);
  assert.deepEqual(matchedWords, [word]);

  const [one, ...others] = await type(client, word, {hitsPerPage: 1});
  assert.ok(one);
  assert.deepEqual(others, []);
  assert.deepEqual(await type(client, `${word}x9`), []);
  console.log('Passed: autocomplete-client 0.8.1');
}

await checkAutocomplete();
