// What pages do beyond forms and links. Without it everything works up to the payment by card.

const drawer = document.querySelector("[data-drawer]")

/** Sends a form as a browser does: its answer. */
export function send(form, values = {}) {
  const body = new URLSearchParams(new FormData(form))
  Object.entries(values).forEach(([name, value]) => body.set(name, value))
  // A field of that name hides the property of the form.
  return fetch(form.getAttribute("action"), { method: "POST", body })
}

/** Shows why something was refused, above the button of the form. */
export function alertIn(element, message) {
  element.querySelector("[data-alert]").textContent = message
}

const parsed = async (response) => new DOMParser().parseFromString(await response.text(), "text/html")

/** Whether a click opens its link in another tab or window. */
const opensElsewhere = ({ ctrlKey, metaKey, shiftKey }) => ctrlKey || metaKey || shiftKey

function showCount(count) {
  document.querySelectorAll("[data-count]").forEach((one) => (one.textContent = count))
}

/** Choices whose sums are shown before the form is sent. */
document.addEventListener("change", async ({ target }) => {
  const form = target.form
  if (target.matches("[data-country]")) {
    await showFields(target)
    return
  }
  if (!form?.matches("[data-preview]")) {
    return
  }
  try {
    const page = await parsed(await send(form, { preview: "yes" }))
    document.querySelector("[data-summary]").replaceWith(page.querySelector("[data-summary]"))
    alertIn(form, page.querySelector("[data-alert]").textContent.trim())
  } catch {
    // The next page shows the sums.
  }
})

/** The fields of the chosen country; what was entered stays. */
async function showFields(country) {
  const { id } = country.closest(".address-fields")
  const wanted = country.value
  try {
    const page = await parsed(await send(country.form, { preview: "yes" }))
    const fields = document.getElementById(id)
    const now = document.getElementById(country.id)
    if (now.value !== wanted) {
      return
    }
    const next = page.getElementById(id)
    // The shopper may have gone on to type meanwhile.
    fields.querySelectorAll("input").forEach(({ name, value }) => {
      const same = next.querySelector(`[name="${name}"]`)
      if (same) {
        same.value = value
      }
    })
    const focused = document.activeElement?.id
    fields.replaceWith(next)
    document.getElementById(focused)?.focus({ preventScroll: true })
  } catch {
    // Without an answer the form stays; the server asks for what is missing.
  }
}

/** Forms whose answer replaces the content of the page; the focus stays where it was. */
document.addEventListener("submit", async (event) => {
  const form = event.target
  if (form.matches("[data-swap]")) {
    event.preventDefault()
    try {
      const page = await parsed(await send(form))
      const focused = document.activeElement?.id
      document.getElementById("main").replaceWith(page.getElementById("main"))
      showCount(page.querySelector("[data-count]").textContent)
      const next = (focused && document.getElementById(focused)) || document.querySelector("h1")
      next.focus()
      document.querySelector("[data-status]").textContent =
        document.querySelector("[data-alert]")?.textContent.trim() || document.querySelector("h1").textContent
    } catch {
      location.reload()
    }
  }
  if (form.matches("[data-buy]")) {
    event.preventDefault()
    await buy(form)
  }
})

function showDrawer(part) {
  showCount(part.querySelector("[data-new-count]").textContent)
  drawer.replaceChildren(...part.body.childNodes)
  drawer.showModal()
  drawer.querySelector("h2").focus()
}

/** The link to the cart shows the drawer, except where the cart or the checkout is the page. */
const link = document.querySelector("[data-cart]")
if (!document.querySelector(".columns")) {
  link.addEventListener("click", async (event) => {
    if (opensElsewhere(event)) {
      return
    }
    event.preventDefault()
    const response = await fetch(`${link.href}?part=drawer`).catch(() => null)
    if (response?.ok) {
      showDrawer(await parsed(response))
    } else {
      location.assign(link.href)
    }
  })
}

/** The explanation of a total, beside the page. */
document.addEventListener("click", async (event) => {
  const why = event.target.closest("[data-why]")
  if (!why || opensElsewhere(event)) {
    return
  }
  event.preventDefault()
  const response = await fetch(why.href).catch(() => null)
  if (!response?.ok) {
    location.assign(why.href)
    return
  }
  const page = await parsed(response)
  drawer.replaceChildren(page.querySelector("[data-why-part]"))
  drawer.showModal()
  drawer.querySelector("h1").focus()
})

/** Puts the chosen variant into the cart and shows the drawer. */
async function buy(form) {
  if (form.hasAttribute("aria-busy")) {
    return
  }
  form.setAttribute("aria-busy", "true")
  alertIn(form, "")
  try {
    const response = await send(form, { part: "drawer" })
    const part = await parsed(response)
    if (response.ok) {
      showDrawer(part)
    } else {
      alertIn(form, part.querySelector("[data-alert], h1").textContent.trim())
    }
  } catch {
    alertIn(form, drawer.dataset.failed)
  } finally {
    form.removeAttribute("aria-busy")
  }
}

drawer.addEventListener("click", (event) => {
  if (event.target === drawer) {
    drawer.close()
  }
})

/** Price and stock of the chosen options. */
const choice = document.querySelector("[data-buy]")
if (choice) {
  const source = choice.querySelector("[data-offers]")
  const offers = JSON.parse(source.textContent)
  const update = () => {
    const chosen = new FormData(choice)
    const offer =
      offers.length === 1
        ? offers[0]
        : offers.find(({ options }) =>
            Object.entries(options).every(([id, value]) => chosen.get(`option-${id}`) === value)
          )
    const text = (name, value) => (choice.querySelector(`[data-${name}]`).textContent = value ?? "")
    text("price", offer?.price)
    text("stock", offer?.stock ?? source.dataset.notSold)
    text("original", offer?.original)
    text("saving", offer?.saving)
    choice.querySelector("[data-reduced]").hidden = !offer?.original
    choice.querySelector(".price").classList.toggle("sale", Boolean(offer?.original))
    const add = choice.querySelector("[data-add]")
    if (add) {
      add.disabled = !offer?.isBuyable
      add.textContent = offer?.action ?? source.dataset.unavailable
    }
    for (const radio of choice.querySelectorAll("[type=radio]")) {
      const others = [...chosen].filter(([name]) => name.startsWith("option-") && name !== radio.name)
      const wanted = [...others, [radio.name, radio.value]]
      const isBuyable = offers.some(
        (one) => one.isBuyable && wanted.every(([name, value]) => one.options[name.slice(7)] === value)
      )
      radio.parentElement.classList.toggle("sold-out", !isBuyable)
    }
    return offer
  }
  update()
  choice.addEventListener("change", ({ target }) => {
    const offer = update()
    if (offer && target.matches("[type=radio]")) {
      history.replaceState(null, "", `?variant=${offer.variant}`)
      showFirst(document.querySelector(`[data-zoom="${offer.picture}"]`))
    }
  })
}

/** Moves the picture of the chosen variant to the front of the gallery. */
function showFirst(link) {
  const gallery = link?.parentElement
  if (gallery && gallery.firstElementChild !== link) {
    link.querySelector("img").loading = "eager"
    gallery.prepend(link)
    gallery.scrollTo({ left: 0 })
  }
}

/** Pictures in full size above the page; without scripts the link leads to the file. */
const gallery = document.querySelector("[data-gallery]")
gallery?.addEventListener("click", (event) => {
  const link = event.target.closest("[data-zoom]")
  if (!link || opensElsewhere(event)) {
    return
  }
  event.preventDefault()
  zoom([...gallery.querySelectorAll("[data-zoom]")], link)
})

/** Shows the picture of a link, and the other ones by buttons and arrow keys. */
function zoom(links, opener) {
  let at = links.indexOf(opener)
  const view = document.createElement("dialog")
  view.className = "zoom"
  const button = (name, label, click) => {
    const element = document.createElement("button")
    element.className = name
    element.setAttribute("aria-label", label)
    element.addEventListener("click", click)
    view.append(element)
    return element
  }
  const title = document.createElement("p")
  title.className = "unseen"
  title.setAttribute("role", "status")
  const image = document.createElement("img")
  const texts = gallery.dataset
  button("close", texts.close, () => view.close()).textContent = texts.close
  const enlarge = button("enlarge", texts.enlarge, () => show(0, !view.classList.contains("whole")))
  enlarge.append(image)
  if (links.length > 1) {
    button("previous", texts.previous, () => show(-1)).textContent = "‹"
    button("next", texts.next, () => show(1)).textContent = "›"
  }
  const show = (step, isWhole = false) => {
    at = (at + step + links.length) % links.length
    image.src = links[at].href
    image.alt = title.textContent = links[at].querySelector("img").alt
    view.setAttribute("aria-label", image.alt)
    view.classList.toggle("whole", isWhole)
    enlarge.setAttribute("aria-pressed", String(isWhole))
  }
  show(0)
  view.append(title)
  document.body.append(view)
  view.addEventListener("click", ({ target }) => target === view && view.close())
  view.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    // The arrow keys move a picture that is larger than the window.
    if (step && links.length > 1 && !view.classList.contains("whole")) {
      event.preventDefault()
      show(step)
    }
    if (event.key === "Tab") {
      stayWithin(view, event)
    }
  })
  view.addEventListener("close", () => {
    view.remove()
    opener.focus()
  })
  view.showModal()
}

/** Leads the focus from the last button of a dialog to its first one, and back. */
function stayWithin(dialog, event) {
  const buttons = [...dialog.querySelectorAll("button")]
  const [end, start] = event.shiftKey ? [buttons.at(0), buttons.at(-1)] : [buttons.at(-1), buttons.at(0)]
  if (document.activeElement === end) {
    event.preventDefault()
    start.focus()
  }
}

/** A picture that cannot be loaded looks like none. */
function hideBroken(image) {
  image.closest(".picture")?.classList.add("none")
}
document.addEventListener("error", ({ target }) => target.matches?.(".picture img") && hideBroken(target), true)
document.querySelectorAll(".picture img").forEach((image) => {
  if (image.complete && image.naturalWidth === 0 && image.currentSrc) {
    hideBroken(image)
  }
})

/** Suggestions, for those who search. */
document.querySelector("[data-suggestions]")?.addEventListener("focus", () => import("./search.js"), { once: true })

if (document.querySelector("[data-pay]")) {
  import("./payment.js")
}

if (document.querySelector("[data-live]")) {
  import("./order.js")
}
