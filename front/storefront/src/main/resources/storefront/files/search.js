// Suggestions while typing: a combobox with a list. Without it the form searches.

const DELAY = 150

const field = document.getElementById("search")
const status = document.querySelector("[data-status]")
const list = document.createElement("ul")
list.id = "suggestions"
list.className = "suggestions"
list.role = "listbox"
list.ariaLabel = field.labels[0].textContent
list.hidden = true
field.after(list)
for (const [name, value] of Object.entries({
  role: "combobox",
  autocomplete: "off",
  "aria-autocomplete": "list",
  "aria-expanded": "false",
  "aria-controls": list.id,
})) {
  field.setAttribute(name, value)
}

let timer
let request = new AbortController()

const options = () => [...list.children]
const selected = () => options().findIndex((one) => one.ariaSelected === "true")

function select(index) {
  options().forEach((one, at) => one.setAttribute("aria-selected", String(at === index)))
  const option = list.children[index]
  if (option) {
    field.setAttribute("aria-activedescendant", option.id)
    option.scrollIntoView({ block: "nearest" })
  } else {
    field.removeAttribute("aria-activedescendant")
  }
}

function show(suggestions) {
  list.replaceChildren(...suggestions.map(option))
  list.hidden = suggestions.length === 0
  field.setAttribute("aria-expanded", String(!list.hidden))
  select(-1)
}

function option({ path, title, price }, index) {
  const item = document.createElement("li")
  item.id = `suggestion-${index}`
  item.role = "option"
  item.dataset.path = path
  const name = document.createElement("bdi")
  name.append(
    ...title.map(({ text, marked }) => {
      const part = document.createElement(marked ? "mark" : "span")
      part.textContent = text
      return part
    })
  )
  const amount = document.createElement("span")
  amount.className = "muted"
  amount.textContent = price
  item.append(name, " ", amount)
  return item
}

/** Ends what is under way, so that no late answer opens the list again. */
function close() {
  clearTimeout(timer)
  request.abort()
  show([])
}

async function suggest() {
  const words = field.value.trim()
  request.abort()
  request = new AbortController()
  if (!words) {
    show([])
    return
  }
  try {
    const query = new URLSearchParams({ q: words })
    const response = await fetch(`${field.dataset.suggestions}?${query}`, { signal: request.signal })
    if (response.ok) {
      const found = await response.json()
      show(found.suggestions)
      status.textContent = found.status
    } else {
      show([])
    }
  } catch (failure) {
    if (failure.name !== "AbortError") {
      show([])
    }
  }
}

function later() {
  clearTimeout(timer)
  timer = setTimeout(suggest, DELAY)
}

field.addEventListener("input", later)
field.addEventListener("blur", close)
field.form.addEventListener("submit", close)
field.addEventListener("keydown", (event) => {
  if (event.isComposing || list.hidden) {
    return
  }
  const count = list.children.length
  const at = selected()
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault()
    // One place of the round is the field itself.
    const step = event.key === "ArrowDown" ? 1 : -1
    select(((at + 1 + step + count + 1) % (count + 1)) - 1)
  } else if (event.key === "Enter" && at >= 0) {
    event.preventDefault()
    location.assign(list.children[at].dataset.path)
  } else if (event.key === "Escape") {
    event.preventDefault()
    close()
  }
})

// The field keeps the focus while an entry is pressed.
list.addEventListener("pointerdown", (event) => event.preventDefault())
list.addEventListener("click", ({ target }) => {
  const chosen = target.closest("li")
  if (chosen) {
    location.assign(chosen.dataset.path)
  }
})

// Letters that were typed while this file was loaded.
if (document.activeElement === field && field.value !== field.defaultValue) {
  later()
}
