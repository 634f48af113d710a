// The store API.

/** Refusal of a request, with the message of the API. */
export class Problem extends Error {
  constructor(status, body) {
    super(body?.message ?? body?.errors?.[0]?.message ?? `The shop does not answer (${status}).`)
    this.status = status
  }
}

export async function api(method, path, body) {
  const request = { method }
  if (body !== undefined) {
    request.headers = { "content-type": "application/json" }
    request.body = JSON.stringify(body)
  }
  const response = await fetch(`/store${path}`, request)
  const isJson = response.headers.get("content-type")?.startsWith("application/json")
  const answer = isJson ? await response.json() : undefined
  if (!response.ok) {
    throw new Problem(response.status, answer)
  }
  return answer
}

/** Query string; parameters without a value are left out. */
export function query(parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value)
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`
}
