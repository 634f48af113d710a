// In place of node:assert/strict: the assertions of the tests.
function ok(value, message = `${value} is not true`) {
  if (!value) throw new Error(message)
}

function equal(actual, expected) {
  ok(Object.is(actual, expected), `${actual} is not ${expected}`)
}

function deepEqual(actual, expected) {
  equal(JSON.stringify(actual), JSON.stringify(expected))
}

function match(text, pattern) {
  ok(pattern.test(text), `${text} does not match ${pattern}`)
}

/** By a class, by a function that returns true, or by some properties. */
function expect(error, expected) {
  if (typeof expected === "object") {
    for (const [name, value] of Object.entries(expected)) equal(error[name], value)
  } else {
    const isClass = expected.prototype instanceof Error
    ok(isClass ? error instanceof expected : expected(error), error.stack)
  }
}

function throws(run, expected, message) {
  try {
    run()
  } catch (error) {
    return expect(error, expected)
  }
  throw new Error(message ?? "Nothing was thrown")
}

async function rejects(promise, expected) {
  const result = await promise.then(() => undefined, (error) => ({ error }))
  ok(result, "The promise is not rejected")
  expect(result.error, expected)
}

export default { ok, equal, deepEqual, match, throws, rejects }
