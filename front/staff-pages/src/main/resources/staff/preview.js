// Preview of a draft beside its form. The server renders the draft for this request and keeps nothing.
import { h } from "./dom.js"
import { control, LANGUAGES, languageName, select } from "./editor.js"

const PAUSE = 500

/**
 * The form with the page that it changes.
 *
 * @param read properties of the draft
 * @param page name of the page to show; empty for the front page
 */
export function withPreview(form, read, page = () => "") {
  const frame = h("iframe", { title: "Preview of the shop", sandbox: "allow-same-origin" })
  const message = h("p", { class: "alert", role: "status" })
  const language = select(LANGUAGES.map((one) => [one, languageName(one)]), LANGUAGES[0])
  let timer
  let latest = 0
  const update = async () => {
    const number = ++latest
    const query = new URLSearchParams({ language: language.value, page: page() })
    try {
      const response = await fetch(`/storefront/preview?${query}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(read()),
      })
      const answer = await response.text()
      if (number === latest) {
        const isPage = response.headers.get("content-type")?.startsWith("text/html")
        message.textContent = isPage ? "" : JSON.parse(answer).message
        if (isPage) {
          frame.srcdoc = answer
        }
      }
    } catch (failure) {
      message.textContent = `No preview: ${failure.message}`
    }
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(update, PAUSE)
  }
  form.addEventListener("input", soon)
  form.addEventListener("change", soon)
  form.addEventListener("focusin", ({ target }) => target.closest("[data-page]") && soon())
  language.addEventListener("change", update)
  const element = h(
    "div",
    { class: "editor" },
    form,
    h("div", { class: "preview" }, LANGUAGES.length > 1 && control("Preview in", language), message, frame)
  )
  return { element, update }
}
