// Elements of the page. Texts are set as texts, never as HTML.

const main = document.getElementById("main")
const status = document.getElementById("status")

/** A new element; properties that are functions are event listeners. */
export function h(name, properties, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (typeof value === "function") {
      element.addEventListener(key, value)
    } else if (value === true) {
      element.setAttribute(key, "")
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, value)
    }
  }
  element.append(...children.flat(Infinity).filter(Boolean))
  return element
}

let shop
let view = ""

function entitle() {
  document.title = [view, shop].filter(Boolean).join(" – ")
}

/** Shows the name of the shop in the header and in the title. */
export function showShop(name) {
  shop = name
  document.querySelector(".brand").textContent = name
  entitle()
}

/** Shows a view, whose first element is its heading. */
export function show(title, ...content) {
  view = title
  entitle()
  main.replaceChildren(h("h1", { tabindex: -1 }, title), ...content.filter(Boolean))
  main.removeAttribute("aria-busy")
}

/** Tells of a change that happened elsewhere on the page, also to screen readers. */
export function tell(...content) {
  status.replaceChildren(...content)
}

/** A labeled field of a form. */
export function field(label, name, properties = {}) {
  const input = h("input", { id: name, name, ...properties })
  return input.type === "password" ? withReveal(labeled(label, input), input) : labeled(label, input)
}

/** A password that its owner can look at. */
function withReveal(field, input) {
  const button = h("button", { type: "button", class: "quiet", "aria-pressed": "false" }, "Show password")
  button.addEventListener("click", () => {
    const shown = input.type === "password"
    input.type = shown ? "text" : "password"
    button.setAttribute("aria-pressed", String(shown))
  })
  field.append(button)
  return field
}

/** A labeled select field; choices are pairs of a value and a text. */
export function choice(label, name, choices, chosen, properties = {}) {
  const options = choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text))
  return labeled(label, h("select", { id: name, name, ...properties }, options))
}

function labeled(label, control) {
  const hint = control.hasAttribute("required") || control.type === "number" ? null : " (optional)"
  return h("p", { class: "field" }, h("label", { for: control.id }, label, hint), control)
}

/**
 * A form that sends its values by a function, once at a time. A refusal is shown above the button,
 * which is never disabled, because a disabled one loses the focus.
 */
export function form(properties, submit, button, ...content) {
  const alert = h("p", { role: "alert", class: "alert" })
  const trigger = h("button", { class: "primary" }, button)
  let isSending = false
  const send = async (event) => {
    event.preventDefault()
    if (isSending) {
      return
    }
    isSending = true
    alert.textContent = ""
    trigger.setAttribute("aria-busy", "true")
    try {
      await submit(Object.fromEntries(new FormData(event.target)))
    } catch (problem) {
      alert.textContent = problem.message
    } finally {
      isSending = false
      trigger.removeAttribute("aria-busy")
    }
  }
  return h("form", { ...properties, submit: send }, content, alert, trigger)
}

/** An image in a box of fixed proportions, which keeps its place while the image loads. */
export function image(url, alt, isFirst) {
  return h("span", { class: "image" }, url && h("img", { src: url, alt, loading: isFirst ? "eager" : "lazy" }))
}
