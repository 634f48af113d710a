// Search, tabs and requests to the shop. Without it the pages show everything but those.

const find = (selector) => document.querySelector(selector)

const MAX_FOUND = 12

/* Search. */
const search = find("#search")
const found = find("#found")
let index
let chosen = -1

/** Words of a question that say nothing about its answer. */
const UNTELLING = new Set(["a", "an", "the", "to", "into", "of", "in", "for", "from", "with", "my", "how", "do", "i"])

/** Forms in which an operation is looked for; names of the reference are those of its methods and paths. */
function searchable([, method, path, summary, id]) {
  const route = method + path.replace(/^\/(store|admin)/, "").replace(/\{[^}]*\}/g, "")
  return `${summary} ${method} ${path} ${id} ${route.replace(/[^a-z]/gi, "")}`.toLowerCase()
}

async function load() {
  index ??= fetch("/docs/search.json")
    .then((response) => response.json())
    .then((all) =>
      all.map((operation) => ({ operation, name: searchable(operation), text: `${searchable(operation)} ${operation[5]}` }))
    )
  return index
}

/** Whether one letter more, less or other, or two in the other order, makes a word of the other. */
function isNear(one, other) {
  if (Math.abs(one.length - other.length) > 1 || one === other) {
    return one === other
  }
  let start = 0
  while (start < one.length && one[start] === other[start]) {
    start++
  }
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) {
    end++
  }
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  return left.length + right.length <= 2 || (left.length === 2 && left[0] === right[1] && left[1] === right[0])
}

/** A word with a slip of the keys, as the index has it. */
function corrected(word, all) {
  if (word.length < 4 || all.some(({ text }) => text.includes(word))) {
    return word
  }
  for (const { text } of all) {
    const near = text.split(/[^a-z]+/).find((known) => isNear(word, known))
    if (near) {
      return near
    }
  }
  return word
}

/**
 * Operations and events with all words; those whose summary, path or id begins with the text come first, then those
 * that have all words in them, then those with most of them.
 */
async function matches(text) {
  const asked = text.toLowerCase().split(/\s+/).filter(Boolean)
  const telling = asked.filter((word) => !UNTELLING.has(word))
  if (telling.length === 0) {
    return []
  }
  const all = await load()
  const words = telling.map((word) => corrected(word, all))
  const rank = ({ operation: [, method, path, summary, id], name }) => {
    if ([summary, id, path].some((one) => one.toLowerCase().startsWith(asked.join(" ")))) {
      return 0
    }
    const missing = words.filter((word) => !name.includes(word)).length
    return 1 + 2 * missing + (method === "EVENT" ? 1 : 0)
  }
  return all
    .filter((one) => words.every((word) => one.text.includes(word)))
    .map((one) => [rank(one), one.operation])
    .sort(([one], [other]) => one - other)
    .slice(0, MAX_FOUND)
    .map(([, operation]) => operation)
}

function option([url, method, path, summary], position) {
  const item = document.createElement("li")
  item.id = `found-${position}`
  item.role = "option"
  item.dataset.url = url
  item.ariaSelected = "false"
  for (const [text, className] of [
    [summary, ""],
    [method, `method ${method.toLowerCase()}`],
    [path, ""],
  ]) {
    const part = document.createElement("span")
    part.textContent = text
    part.className = className
    item.append(part)
  }
  return item
}

function choose(position) {
  found.children[chosen]?.setAttribute("aria-selected", "false")
  chosen = position
  const item = found.children[chosen]
  if (item) {
    item.ariaSelected = "true"
    item.scrollIntoView({ block: "nearest" })
    search.setAttribute("aria-activedescendant", item.id)
  } else {
    search.removeAttribute("aria-activedescendant")
  }
}

function show(operations) {
  found.replaceChildren(...operations.map(option))
  found.hidden = operations.length === 0
  search.ariaExpanded = String(!found.hidden)
  choose(found.hidden ? -1 : 0)
}

search.addEventListener("focus", load)
search.addEventListener("input", async () => {
  const text = search.value
  const operations = await matches(text)
  if (text === search.value) {
    show(operations)
    find("[data-status]").textContent = text ? `${operations.length} operations found` : ""
  }
})
search.addEventListener("keydown", (event) => {
  const count = found.children.length
  if (event.key === "Escape") {
    show([])
  } else if (count > 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault()
    choose((chosen + (event.key === "ArrowDown" ? 1 : count - 1)) % count)
  } else if (event.key === "Enter" && found.children[chosen]) {
    location.assign(found.children[chosen].dataset.url)
  }
})
search.addEventListener("blur", () => show([]))
// Before the field loses the focus.
found.addEventListener("pointerdown", (event) => {
  event.preventDefault()
  const item = event.target.closest("li")
  if (item) {
    location.assign(item.dataset.url)
  }
})
document.addEventListener("keydown", (event) => {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
  if (event.key === "/" && isPlain && !event.target.closest("input, textarea, select")) {
    event.preventDefault()
    search.focus()
  }
})

/* The list of operations opens at the present one. */
const contents = find(".contents")
const current = contents.querySelector("[aria-current=page]")
if (current) {
  contents.scrollTop = current.offsetTop - contents.clientHeight / 3
}
contents.addEventListener("click", ({ target }) => {
  if (target.closest("a") && contents.matches(":popover-open")) {
    contents.hidePopover()
  }
})

/* Tabs of the samples. */
const LANGUAGE = "tradewind.language"
const tabs = [...document.querySelectorAll("[role=tab]")]

function select(tab, isByHand) {
  tabs.forEach((one) => {
    one.ariaSelected = String(one === tab)
    one.tabIndex = one === tab ? 0 : -1
  })
  tab.closest("[data-chosen]").dataset.chosen = tab.getAttribute("aria-controls")
  find("[data-copy]").textContent = "Copy"
  if (isByHand) {
    localStorage.setItem(LANGUAGE, tab.id)
  }
}

tabs.forEach((tab, position) => {
  tab.addEventListener("click", () => select(tab, true))
  tab.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[key]
    if (step) {
      const next = tabs[(position + step) % tabs.length]
      select(next, true)
      next.focus()
    }
  })
})
find("[data-copy]")?.addEventListener("click", async ({ target }) => {
  const panel = document.getElementById(target.closest("[data-chosen]").dataset.chosen)
  await navigator.clipboard.writeText(panel.querySelector("code").textContent)
  find("[data-status]").textContent = "Copied"
  target.textContent = "Copied"
})
const usual = tabs.find((tab) => tab.id === localStorage.getItem(LANGUAGE))
if (usual) {
  select(usual, false)
}

/* Requests to this shop. */
const attempt = find(".try")
if (attempt) {
  prepare(attempt.dataset.surface)
}

function prepare(surface) {
  const form = find("[data-try]")
  const signIn = find("[data-sign-in]")

  document.querySelectorAll("[data-kept]").forEach((field) => {
    const name = `tradewind.${surface}.${field.dataset.kept}`
    field.value = sessionStorage.getItem(name) ?? ""
    field.addEventListener("input", () => sessionStorage.setItem(name, field.value))
  })

  signIn.addEventListener("submit", async (event) => {
    event.preventDefault()
    const given = [...new FormData(signIn)].filter(([, value]) => value !== "")
    const response = await send(signIn.dataset.signIn, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(Object.fromEntries(given)),
    })
    signIn.querySelectorAll("input:not([type=email])").forEach((field) => (field.value = ""))
    find("[data-signed]").textContent = response.ok
      ? `Signed in as ${signIn.elements.email.value}.`
      : `Not signed in: ${await message(response)}`
  })
  find("[data-sign-out]").addEventListener("click", async () => {
    const response = await send(signIn.dataset.signIn, { method: "DELETE" })
    find("[data-signed]").textContent = response.ok ? "Signed out." : await message(response)
  })

  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    const { method } = form.dataset
    const url = target(form)
    if (method === "DELETE" && !confirm(`Send DELETE ${url} to this shop?`)) {
      return
    }
    const alert = form.querySelector("[data-alert]")
    alert.textContent = ""
    const button = form.querySelector(".primary")
    button.disabled = true
    const start = performance.now()
    const response = await send(url, { method, ...content(form) })
    const text = await response.text()
    button.disabled = false
    showAnswer(response, text, performance.now() - start)
  })
}

/** The answer; where there is none, one that says so. */
async function send(url, options) {
  try {
    return await fetch(url, { ...options, credentials: "same-origin" })
  } catch (failure) {
    return new Response(String(failure), { status: 599, statusText: "No answer" })
  }
}

async function message(response) {
  const text = await response.text()
  try {
    return JSON.parse(text).message
  } catch {
    return text
  }
}

/** Path and query of the request. */
function target(form) {
  let path = form.dataset.path
  const query = new URLSearchParams()
  form.querySelectorAll("[data-in]").forEach(({ name, value, dataset }) => {
    if (dataset.in === "path") {
      path = path.replace(`{${name}}`, encodeURIComponent(value))
    } else if (value !== "") {
      const values = "list" in dataset ? value.split(",") : [value]
      values.forEach((one) => query.append(name, one.trim()))
    }
  })
  new URLSearchParams(find("#further")?.value).forEach((value, name) => query.append(name, value))
  return query.size > 0 ? `${path}?${query}` : path
}

/** Headers and body of the request. */
function content(form) {
  const headers = {}
  const token = find("#token").value.trim()
  const key = find("#key")?.value.trim()
  if (token) {
    headers.authorization = `Bearer ${token}`
  }
  if (key) {
    headers["x-publishable-api-key"] = key
  }
  const file = find("#file")
  const json = find("#json")
  if (file) {
    return { headers, body: new FormData(form) }
  }
  if (json?.value.trim()) {
    headers["content-type"] = "application/json"
    return { headers, body: json.value }
  }
  return { headers }
}

const SHOWN_HEADERS = ["content-type", "etag", "cache-control", "idempotency-key", "location", "retry-after", "x-request-id"]
const MAX_SHOWN = 200_000

function showAnswer(response, text, millis) {
  const code = find("[data-code]")
  code.textContent = `${response.status} ${response.statusText}`.trim()
  code.classList.toggle("failed", !response.ok)
  find("[data-took]").textContent = `in ${Math.round(millis)} ms`
  find("[data-headers]").replaceChildren(
    ...SHOWN_HEADERS.filter((name) => response.headers.has(name)).map((name) => {
      const row = document.createElement("div")
      const term = document.createElement("dt")
      const value = document.createElement("dd")
      term.textContent = name
      value.textContent = response.headers.get(name)
      row.append(term, value)
      return row
    })
  )
  find("[data-body]").textContent = pretty(text).slice(0, MAX_SHOWN)
  const result = find("[data-result]")
  result.hidden = false
  find("[data-status]").textContent = `The shop answered ${code.textContent}`
  result.scrollIntoView({ block: "nearest" })
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
