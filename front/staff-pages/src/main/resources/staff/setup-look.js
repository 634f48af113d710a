// The step with the look of the shop: logo, colors, texts, menu and front page.
import { api, upload } from "./admin.js"
import { form, h } from "./dom.js"
import { area, control, input, list, localized, select, texts } from "./editor.js"
import { withPreview } from "./preview.js"

const SECTIONS = [
  ["hero", "Headline and claim"],
  ["collections", "Links to the collections"],
  ["collection", "Products of a collection"],
  ["products", "Newest products"],
  ["text", "Text"],
]

/** Front page before the first change. */
const BUILT_IN = [{ kind: "hero" }, { kind: "collections" }, { kind: "products" }]

const OTHER = "other"

export function lookForm({ storefront, collections, categories }, listener) {
  const own = storefront.pages.map(({ name, texts: all }) => [`/pages/${name}`, `Page: ${all[0]?.title ?? name}`])
  const targets = [
    ["/products", "All products"],
    ...collections.map(({ handle, title }) => [`/collections/${encodeURIComponent(handle)}`, `Collection: ${title}`]),
    ...categories.map(({ handle, name }) => [`/categories/${encodeURIComponent(handle)}`, `Category: ${name}`]),
    ...own,
    [OTHER, "Another path or address"],
  ]
  const logo = h("input", { type: "file", accept: "image/png,image/jpeg,image/webp" })
  const noLogo = h("input", { type: "checkbox", id: "no-logo" })
  const accent = color("own-color", "Color of links and buttons of our own", "Color", storefront.accent ?? "#0b5351", storefront.accent)
  const dark = color(
    "own-dark-color",
    "Another color on dark ground, in place of a lighter form of it",
    "Color on dark ground",
    storefront.accent_dark ?? storefront.palette?.accent_dark ?? "#7cc4bd",
    storefront.accent_dark
  )
  const one = (maxlength) => (value) => input(value, { maxlength })
  const many = (maxlength, rows) => (value) => area(value, { maxlength, rows })
  const headline = localized("Headline", storefront.texts, "headline", one(120))
  const claim = localized("Sentence below it", storefront.texts, "claim", one(300))
  const description = localized("Description for search engines", storefront.texts, "description", many(300, 2))
  const contact = localized("Contact, in the footer", storefront.texts, "contact", many(1000, 3))
  const hours = localized("Opening hours, in the footer", storefront.texts, "hours", many(1000, 2))
  const menu = list(
    "Menu",
    "Without entries it has all products and the newest collections.",
    storefront.menu,
    (item) => menuItem(item, targets),
    "Add an entry"
  )
  const sections = list(
    "Front page",
    "Sections in their order.",
    storefront.sections.length > 0 ? storefront.sections : BUILT_IN,
    (section) => sectionItem(section, collections),
    "Add a section"
  )
  const read = () => ({
    accent: accent.read(),
    accent_dark: accent.read() && dark.read(),
    ...(noLogo.checked ? { logo_url: null } : {}),
    texts: texts(
      {
        headline: headline.read(),
        claim: claim.read(),
        description: description.read(),
        contact: contact.read(),
        hours: hours.read(),
      },
      storefront.texts
    ),
    menu: menu.read(),
    sections: sections.read(),
  })
  const send = async () => {
    const body = { version: storefront.version, ...read() }
    if (logo.files.length > 0) {
      body.logo_url = await upload(logo.files[0])
    }
    await api("POST", "/tradewind/storefront", body)
    return warning(await unfound(body.menu))
  }
  const element = form(
    null,
    listener(send),
    "Publish the look",
    control("Logo (PNG, JPEG or WebP)", logo),
    storefront.logo_url && h("label", { class: "check" }, noLogo, "Show the name instead of the logo"),
    accent.elements,
    dark.elements,
    headline.elements,
    claim.elements,
    description.elements,
    menu.element,
    sections.element,
    contact.elements,
    hours.elements
  )
  return withPreview(element, read)
}

/** A color of the shop's own, or none. */
function color(id, label, title, shown, own) {
  const box = h("input", { type: "checkbox", id, checked: own !== null })
  const field = h("input", { type: "color", value: shown })
  field.addEventListener("input", () => (box.checked = true))
  return {
    elements: [h("label", { class: "check" }, box, label), control(title, field)],
    read: () => (box.checked ? field.value : null),
  }
}

/** Paths of the menu at which the shop has no page; addresses of others are not asked. */
async function unfound(menu) {
  const paths = [...new Set(menu.map(({ path }) => path))].filter((path) => path.startsWith("/"))
  const found = await Promise.all(
    paths.map((path) => fetch(path, { method: "HEAD" }).then(({ status }) => status !== 404 && status !== 410, () => true))
  )
  return paths.filter((_, index) => !found[index])
}

const warning = (paths) =>
  paths.length === 0 ? "" : `The menu leads to ${paths.join(", ")}, where the shop has no page.`

function menuItem({ path = "/products", titles = [] }, targets) {
  const known = targets.some(([target]) => target === path)
  const target = select(targets, known ? path : OTHER)
  const other = input(known ? "" : path, { maxlength: 500, placeholder: "/path or https://…" })
  const field = control("Path or address", other)
  const title = localized("Title", titles, "title", (value) => input(value, { maxlength: 60 }))
  const chosen = () => {
    field.hidden = target.value !== OTHER
    const first = title.elements[0].querySelector("input")
    if (!first.value && target.value !== OTHER) {
      first.value = target.selectedOptions[0].text.replace(/^[^:]+: /, "")
    }
  }
  target.addEventListener("change", chosen)
  chosen()
  return {
    elements: [control("Leads to", target), field, title.elements],
    read: () => ({
      path: target.value === OTHER ? other.value.trim() : target.value,
      titles: texts({ title: title.read() }, titles),
    }),
  }
}

/** The picture beside the headline: it is uploaded when it is chosen, so that the preview shows it. */
function heroPicture(present) {
  let url = present ?? null
  const file = h("input", { type: "file", accept: "image/png,image/jpeg,image/webp" })
  const none = h("input", { type: "checkbox" })
  const without = h("label", { class: "check" }, none, "No picture of our own")
  const message = h("p", { class: "alert", role: "alert" })
  without.hidden = url === null
  file.addEventListener("change", async (event) => {
    if (file.files.length === 0) {
      return
    }
    // The preview follows with the uploaded picture.
    event.stopPropagation()
    message.textContent = ""
    try {
      url = await upload(file.files[0])
      none.checked = false
      without.hidden = false
    } catch (problem) {
      file.value = ""
      message.textContent = problem.message
    }
    without.dispatchEvent(new Event("change", { bubbles: true }))
  })
  return {
    elements: [control("Picture beside it (PNG, JPEG or WebP)", file), message, without],
    read: () => (none.checked ? null : url),
  }
}

function sectionItem({ kind = "products", handle, image_url: present, texts: all = [] }, collections) {
  const chosen = select(SECTIONS, kind)
  const collection = select(collections.map((one) => [one.handle, one.title]), handle)
  const ofCollection = control("Collection", collection)
  const picture = heroPicture(present)
  const pictured = h("div", null, picture.elements)
  const title = localized("Heading", all, "title", (value) => input(value, { maxlength: 120 }))
  const text = localized("Text, in Markdown", all, "text", (value) => area(value, { maxlength: 4000, rows: 4 }))
  const update = () => {
    ofCollection.hidden = chosen.value !== "collection"
    pictured.hidden = chosen.value !== "hero"
    title.elements.forEach((element) => (element.hidden = chosen.value === "hero"))
    text.elements.forEach((element) => (element.hidden = chosen.value !== "text"))
  }
  chosen.addEventListener("change", update)
  update()
  return {
    elements: [control("Shows", chosen), ofCollection, pictured, title.elements, text.elements],
    read: () => ({
      kind: chosen.value,
      handle: chosen.value === "collection" ? collection.value : null,
      image_url: chosen.value === "hero" ? picture.read() : null,
      texts: chosen.value === "hero" ? [] : texts({ title: title.read(), ...(chosen.value === "text" && { text: text.read() }) }, all),
    }),
  }
}

/** Earlier versions, each with a button that takes it back. */
export function versionList({ storefront, versions }, listener) {
  const time = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" })
  return h(
    "ul",
    null,
    versions
      .filter(({ version }) => version !== storefront.version)
      .map(({ version, created_at: at }) =>
        h(
          "li",
          null,
          form(
            { class: "line" },
            listener(() => api("POST", "/tradewind/storefront", { version: storefront.version, restored_version: version })),
            `Take back version ${version}`,
            h("span", null, time.format(new Date(at)))
          )
        )
      )
  )
}
