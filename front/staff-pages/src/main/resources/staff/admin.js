// The admin API, with the session cookie, and the ways between the pages.

/** Refusal of a request, in words. */
export class Problem extends Error {
  constructor(response, body) {
    super(Problem.words(response, body))
    this.status = response.status
    this.code = body?.code
  }

  static words(response, body) {
    if (response.status === 429) {
      const minutes = Math.ceil(Number(response.headers.get("retry-after")) / 60)
      return minutes > 0
        ? `Too many attempts. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`
        : "Too many attempts. Wait a few minutes and try again."
    }
    return body?.message ?? body?.errors?.[0]?.message ?? `The shop does not answer (${response.status}).`
  }
}

export async function api(method, path, body) {
  const request = { method }
  if (body !== undefined) {
    request.headers = { "content-type": "application/json" }
    request.body = JSON.stringify(body)
  }
  const response = await fetch(`/admin${path}`, request)
  const isJson = response.headers.get("content-type")?.startsWith("application/json")
  const answer = isJson ? await response.json() : undefined
  if (!response.ok) {
    throw new Problem(response, answer)
  }
  return answer
}

/** Uploads a public file: its path in this shop, or its address at another host. */
export async function upload(file) {
  const body = new FormData()
  body.append("files", file)
  const response = await fetch("/admin/uploads", { method: "POST", body })
  const answer = await response.json()
  if (!response.ok) {
    throw new Problem(response, answer)
  }
  const { origin, pathname, href } = new URL(answer.uploads[0].url, location.origin)
  return origin === location.origin ? pathname : href
}

/** The name of the shop, which everyone may read. */
export async function shopName() {
  const response = await fetch("/store/tradewind/storefront")
  return response.ok ? (await response.json()).storefront.name : undefined
}

/** The signed-in user; nothing without a session. */
export async function currentUser() {
  try {
    return (await api("GET", "/auth")).user
  } catch (problem) {
    if (problem.status === 401) {
      return undefined
    }
    throw problem
  }
}

/** Whether the shop requires a second factor that the signed-in user has not enrolled. */
export async function lacksSecondFactor() {
  try {
    await api("GET", "/tradewind/logins")
    return false
  } catch (problem) {
    if (problem.code === "second_factor_required") {
      return true
    }
    throw problem
  }
}

/** The path to return to: of the dashboard or the set-up, never of another site. */
export function returnPath() {
  const wanted = new URLSearchParams(location.search).get("to") ?? ""
  try {
    const { origin, pathname, search } = new URL(wanted, location.origin)
    const isOurs = origin === location.origin && /^\/(app|setup)(\/|$)/.test(pathname)
    return isOurs ? pathname + search : undefined
  } catch {
    return undefined
  }
}

/** Address of another page that returns to the same path. */
export function withReturn(path) {
  const to = returnPath()
  return to ? `${path}?to=${encodeURIComponent(to)}` : path
}

export function go(path) {
  location.assign(path)
}
