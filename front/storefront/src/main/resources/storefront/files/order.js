// Page of an order that follows the order while it is looked at: it asks whether the order is still
// as it is shown, which is answered without a page, and less often the longer nothing happens.

const SOON = 10_000
const LATE = 60_000
const END = 60 * 60_000

let wait = SOON
let timer
let changed = Date.now()

/** Days become times of the shopper's clock. */
function showTimes() {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" })
  document.querySelectorAll("time[datetime]").forEach((time) => {
    time.textContent = format.format(new Date(time.dateTime))
  })
}

/** Replaces the page; fields that are in use stay. */
function show(page) {
  const main = document.getElementById("main")
  const isUsed = main.querySelector("details[open]") || main.contains(document.activeElement)
  const inUse = (part) => part.querySelector("details[open]") || part.contains(document.activeElement)
  for (const name of isUsed ? ["[data-live]", ".timeline", ".summary"] : ["#main"]) {
    const part = document.querySelector(name)
    if (name === "#main" || !inUse(part)) {
      part.replaceWith(page.querySelector(name))
    }
  }
  showTimes()
  document.querySelector("[data-status]").textContent = document.querySelector("[data-live]").dataset.changed
}

async function look() {
  const address = new URL(location.href)
  address.searchParams.set("shown", document.querySelector("[data-live]").dataset.live)
  wait = Math.min(wait * 1.5, LATE)
  try {
    const response = await fetch(address)
    const page = response.status === 200 && new DOMParser().parseFromString(await response.text(), "text/html")
    if (page && page.querySelector("[data-live]")) {
      show(page)
      wait = SOON
      changed = Date.now()
    }
  } catch {
    wait = LATE
  }
  lookLater()
}

function lookLater() {
  clearTimeout(timer)
  if (!document.hidden && Date.now() - changed < END) {
    timer = setTimeout(look, wait)
  }
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    changed = Date.now()
    wait = SOON
  }
  lookLater()
})

showTimes()
lookLater()
