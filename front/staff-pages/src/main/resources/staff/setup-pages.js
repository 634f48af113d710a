// The steps with pages of the shop's own, such as legal ones, and with tags of others.
import { api } from "./admin.js"
import { form, h } from "./dom.js"
import { area, control, input, LANGUAGES, localized, texts } from "./editor.js"
import { withPreview } from "./preview.js"

const PAGES = {
  imprint: { en: "Imprint", de: "Impressum" },
  terms: { en: "Terms and conditions", de: "AGB" },
  privacy: { en: "Privacy", de: "Datenschutz" },
  shipping: { en: "Shipping", de: "Versand" },
}

const DIRECTIVES = {
  "script-src": "Scripts",
  "connect-src": "Requests of scripts",
  "img-src": "Images",
  "frame-src": "Frames",
  "style-src": "Style sheets",
  "font-src": "Fonts",
}

export function pagesForm({ storefront }, listener) {
  const names = [...new Set([...Object.keys(PAGES), ...storefront.pages.map(({ name }) => name)])]
  let focused = names[0]
  const editors = names.map((name) => pageEditor(name, storefront.pages.find((page) => page.name === name)))
  const read = () => ({ pages: editors.filter((one) => one.name === focused).map((one) => one.read()) })
  const send = async () => {
    // One request for each page: a long text is as long as a request may be.
    for (const one of editors.filter((page) => page.isChanged())) {
      const answer = await api("POST", "/tradewind/storefront", {
        version: storefront.version,
        pages: [one.read()],
      })
      storefront.version = answer.storefront.version
      one.published()
    }
  }
  const element = form(null, listener(send), "Publish the pages", editors.map(({ element: editor }) => editor))
  element.addEventListener("focusin", ({ target }) => {
    focused = target.closest("[data-page]")?.dataset.page ?? focused
  })
  return withPreview(element, read, () => (hasText(editors, focused) ? focused : ""))
}

const hasText = (editors, name) => editors.find((one) => one.name === name).read().texts.length > 0

function pageEditor(name, page) {
  const titled = LANGUAGES.map((language) => ({
    language,
    title: page?.texts.find((one) => one.language === language)?.title ?? PAGES[name]?.[language.slice(0, 2)] ?? name,
  }))
  const title = localized("Title", titled, "title", (value) => input(value, { maxlength: 120 }))
  const text = localized("Text, in Markdown", page?.texts, "text", (value) => area(value, { maxlength: 40000, rows: 8 }))
  const read = () => {
    const titles = title.read()
    return {
      name,
      // A language whose text is empty has no page; titles are there for all.
      texts: texts({ text: text.read() }, page?.texts)
        .filter((one) => one.text)
        .map((one) => ({ ...one, title: titles[one.language] || one.title || name })),
    }
  }
  let before = JSON.stringify(read())
  return {
    name,
    read,
    published: () => (before = JSON.stringify(read())),
    isChanged: () => JSON.stringify(read()) !== before,
    element: h(
      "details",
      { "data-page": name, open: name === "imprint" },
      h("summary", null, PAGES[name]?.en ?? name, page ? "" : " (empty)"),
      LANGUAGES.map((language, index) => [title.elements[index], text.elements[index]])
    ),
  }
}

export function tagsForm({ storefront }, listener) {
  const hosts = Object.entries(DIRECTIVES).map(([directive, label]) => {
    const present = storefront.tag_hosts.find((one) => one.directive === directive)?.origins ?? []
    const field = area(present.join("\n"), { rows: 2, maxlength: 2000, placeholder: "https://www.example.com" })
    return { element: control(`${label} from, one address a line (${directive})`, field), directive, field }
  })
  const head = localized("HTML at the end of the head", storefront.tag_fragments, "head", (value) =>
    area(value, { rows: 4, maxlength: 8000 })
  )
  const body = localized("HTML at the end of the body", storefront.tag_fragments, "body", (value) =>
    area(value, { rows: 4, maxlength: 8000 })
  )
  const send = () =>
    api("POST", "/tradewind/storefront", {
      version: storefront.version,
      tag_hosts: hosts
        .map(({ directive, field }) => ({ directive, origins: field.value.split(/\s+/).filter(Boolean) }))
        .filter(({ origins }) => origins.length > 0),
      tag_fragments: texts({ head: head.read(), body: body.read() }, storefront.tag_fragments),
    })
  return form(
    null,
    listener(send),
    "Publish the tags",
    hosts.map(({ element }) => element),
    head.elements,
    body.elements
  )
}
