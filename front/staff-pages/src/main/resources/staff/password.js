// Forgotten and new passwords, and invites to the team.
import { api, withReturn } from "./admin.js"
import { field, form, h, show } from "./dom.js"
import { enter } from "./sign-in.js"

const newPassword = () =>
  field("New password", "password", { type: "password", autocomplete: "new-password", required: true })
const repeated = () =>
  field("New password again", "repeated", { type: "password", autocomplete: "new-password", required: true })

function token() {
  return new URLSearchParams(location.search).get("token") ?? ""
}

function requireSame({ password, repeated }) {
  if (password !== repeated) {
    throw new Error("The two passwords differ.")
  }
}

const toSignIn = (text) => h("p", null, h("a", { href: withReturn("/sign-in") }, text))

export async function renderForgotten() {
  const send = async (values) => {
    await api("POST", "/users/password-token", values)
    show(
      "Forgotten password",
      h("p", { role: "status" }, "If the address is that of a user, a link for a new password is on its way."),
      h("p", null, "Without a provider that sends e-mails, ask another admin or the operator of the shop."),
      toSignIn("Sign in")
    )
    document.querySelector("h1").focus()
  }
  const email = field("E-mail", "email", { type: "email", autocomplete: "username", required: true })
  show(
    "Forgotten password",
    h("div", { class: "narrow" }, form(null, send, "Send a link", email)),
    toSignIn("Back to the sign-in")
  )
}

export async function renderNew() {
  const send = async (values) => {
    requireSame(values)
    await api("POST", "/users/reset-password", { token: token(), password: values.password })
    show("New password", h("p", { role: "status" }, "Your new password is in force."), toSignIn("Sign in"))
    document.querySelector("h1").focus()
  }
  show("New password", h("div", { class: "narrow" }, form(null, send, "Set the password", newPassword(), repeated())))
}

export async function renderInvite() {
  const send = async (values) => {
    requireSame(values)
    const { email, password, first_name, last_name } = values
    await api("POST", "/invites/accept", { token: token(), user: { first_name, last_name, password } })
    await api("POST", "/auth", { email, password })
    await enter()
  }
  const name = (label, id, autocomplete) => field(label, id, { autocomplete, required: true })
  show(
    "Join the team",
    h(
      "div",
      { class: "narrow" },
      form(
        null,
        send,
        "Create account",
        field("E-mail that was invited", "email", {
          type: "email",
          autocomplete: "username",
          required: true,
          value: invited(),
        }),
        name("First name", "first_name", "given-name"),
        name("Last name", "last_name", "family-name"),
        newPassword(),
        repeated()
      )
    )
  )
}

/** The invited address, which the token of the invite contains. */
function invited() {
  try {
    const [, claims] = token().split(".")
    return JSON.parse(atob(claims.replace(/-/g, "+").replace(/_/g, "/"))).user_email ?? ""
  } catch {
    return ""
  }
}
