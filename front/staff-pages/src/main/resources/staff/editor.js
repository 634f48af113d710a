// Parts of forms for lists in an order and for texts in several languages.
import { h, tell } from "./dom.js"
import { shop } from "./shop.js"

export const LANGUAGES = shop.languages ?? []

const names = new Intl.DisplayNames("en", { type: "language" })

export const languageName = (tag) => names.of(tag)

let count = 0

/** An id for a field of which a page has several. */
const nextId = (name) => `${name}-${++count}`

/** A labeled control that may stand several times on a page. */
export function control(label, control) {
  control.id = nextId("field")
  return h("p", { class: "field" }, h("label", { for: control.id }, label), control)
}

export function input(value, properties = {}) {
  return h("input", { type: "text", value: value ?? "", ...properties })
}

export function area(value, properties = {}) {
  const element = h("textarea", properties)
  element.value = value ?? ""
  return element
}

export function select(choices, chosen) {
  return h(
    "select",
    null,
    choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text))
  )
}

/**
 * One control for each language of the shop. `read` has the text of each language that is not empty.
 */
export function localized(label, texts, member, make) {
  const controls = LANGUAGES.map((language) => [
    language,
    make((texts ?? []).find((one) => one.language === language)?.[member]),
  ])
  const title = (language) => (LANGUAGES.length > 1 ? `${label} (${languageName(language)})` : label)
  return {
    elements: controls.map(([language, one]) => control(title(language), one)),
    read: () => Object.fromEntries(controls.map(([language, one]) => [language, one.value.trim()])),
  }
}

/**
 * Texts of several localized controls as the API has them, without languages that have none. Members and languages that
 * the form does not show stay as they were.
 */
export function texts(members, before = []) {
  const shown = LANGUAGES.map((language) => {
    const values = Object.entries(members).map(([name, values]) => [name, values[language] || null])
    return { ...before.find((one) => one.language === language), language, ...Object.fromEntries(values) }
  }).filter(({ language, ...values }) => Object.values(values).some(Boolean))
  return [...shown, ...before.filter(({ language }) => !LANGUAGES.includes(language))]
}

/** A list whose entries can be added, removed and moved. `make` gives the element and `read` of an entry. */
export function list(legend, hint, entries, make, addition) {
  const reads = new WeakMap()
  const items = h("ol", { class: "entries" })
  const changed = (message) => {
    items.dispatchEvent(new Event("change", { bubbles: true }))
    tell(message)
  }
  const add = (entry) => {
    const { elements, read } = make(entry)
    const move = (step) => () => {
      const other = step < 0 ? item.previousElementSibling : item.nextElementSibling
      if (other) {
        step < 0 ? other.before(item) : other.after(item)
        changed(`Entry ${[...items.children].indexOf(item) + 1} of ${items.children.length}`)
      }
    }
    const remove = () => {
      const next = item.nextElementSibling ?? item.previousElementSibling
      item.remove()
      changed("The entry is removed.")
      ;(next?.querySelector("select, input") ?? addButton).focus()
    }
    const button = (text, click) => h("button", { type: "button", class: "quiet", click }, text)
    const item = h(
      "li",
      null,
      elements,
      h("p", { class: "buttons" }, button("Up", move(-1)), button("Down", move(1)), button("Remove", remove))
    )
    reads.set(item, read)
    items.append(item)
    return item
  }
  const addButton = h(
    "button",
    {
      type: "button",
      click: () => {
        add({}).querySelector("select, input").focus()
        changed("An entry is added.")
      },
    },
    addition
  )
  entries.forEach(add)
  return {
    element: h("fieldset", null, h("legend", null, legend), hint && h("p", { class: "muted" }, hint), items, addButton),
    read: () => [...items.children].map((item) => reads.get(item)()),
  }
}
