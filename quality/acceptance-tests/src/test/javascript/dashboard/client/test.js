// In place of node:test: runs one test after the other.
const tests = []

export function test(name, ...rest) {
  tests.push({ name, body: rest.at(-1) })
}

export async function run() {
  const results = []
  for (const { name, body } of tests) {
    try {
      await body()
      results.push({ name })
    } catch (error) {
      results.push({ name, failure: error.stack ?? String(error) })
    }
  }
  return results
}
