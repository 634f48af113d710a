// Live status: each event has the whole status; sections that differ are replaced.
const EVENT_LATE = 20_000
const AGAIN = 10_000

const main = document.getElementById("main")
const path = main.dataset.path
const live = document.querySelector("[data-live]")
const liveText = document.querySelector("[data-live-text]")
const said = document.querySelector("[data-said]")

let last = Date.now()

/** Shows whether the page is live; the text is spoken when it changes. */
function state(name, text) {
  live.dataset.live = name
  if (liveText.textContent !== text) {
    liveText.textContent = text
  }
}

function notLive() {
  const since = new Date(last).toISOString().slice(11, 19)
  state("broken", `Not live since ${since} UTC, trying again`)
}

function ended() {
  state("ended", "Your session has ended. ")
  const link = document.createElement("a")
  link.href = path
  link.textContent = "Sign in again"
  liveText.append(link)
}

function show(html) {
  const parts = [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("section[id]")]
  const title = parts[0].querySelector("h2").textContent
  for (const part of parts) {
    replace(document.getElementById(part.id), part)
  }
  document.title = `${title} – Status`
  if (said.textContent !== title) {
    said.textContent = title
  }
  last = Date.now()
}

/** Keeps what the reader has opened, scrolled and focused. */
function replace(present, part) {
  const open = [...present.querySelectorAll("details[open]")].map((one) => one.id)
  open.forEach((id) => part.querySelector(`#${id}`)?.setAttribute("open", ""))
  if (present.outerHTML === part.outerHTML) {
    return
  }
  const scrolled = [...present.querySelectorAll(".scroll")].map((one) => [one.scrollLeft, one.scrollTop])
  const places = [...present.querySelectorAll("summary, .scroll")]
  const focused = places.indexOf(document.activeElement)
  present.replaceWith(part)
  part.querySelectorAll(".scroll").forEach((one, position) => {
    const [left, top] = scrolled[position] ?? [0, 0]
    one.scrollLeft = left
    one.scrollTop = top
  })
  if (focused >= 0) {
    part.querySelectorAll("summary, .scroll")[focused]?.focus({ preventScroll: true })
  }
}

function connect() {
  const source = new EventSource(`${path}/events`)
  source.addEventListener("status", (event) => {
    show(event.data)
    state("live", "Live")
  })
  source.addEventListener("end", () => {
    source.close()
    ended()
  })
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) {
      notLive()
      setTimeout(again, AGAIN)
    }
  })
  const check = setInterval(() => {
    if (source.readyState === EventSource.CLOSED) {
      clearInterval(check)
    } else if (Date.now() - last > EVENT_LATE) {
      notLive()
    }
  }, 1_000)
}

/** A refused stream: the page is read once instead, which also tells whether the session has ended. */
async function again() {
  try {
    const response = await fetch(path, { headers: { accept: "text/html" }, redirect: "manual" })
    if (response.ok) {
      show(await response.text())
    } else if (response.type === "opaqueredirect" || response.status === 401 || response.status === 403) {
      ended()
      return
    }
  } catch {
    // The node does not answer yet.
  }
  connect()
}

state("waiting", "Connecting")
said.textContent = document.querySelector("#verdict h2").textContent
connect()
