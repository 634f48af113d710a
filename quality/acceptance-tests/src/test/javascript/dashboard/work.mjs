// The frame of a person's work in the browser: pictures, and no requests to unexpected hosts.
import path from "node:path"
import { open } from "./browser.mjs"

/**
 * Runs the work with the arguments of the script: URL EMAIL PASSWORD [FOLDER FOR PICTURES].
 *
 * @param others origins that the pages may call
 */
export async function work(run, others = []) {
  const [url, user, password, pictures] = process.argv.slice(2)
  const staff = await open(url)
  try {
    await run({
      staff,
      user,
      password,
      pictures,
      run: Date.now().toString(36),
      visitor: (root) => staff.another(root),
      /** Takes a picture for the documentation, of a page that shows the texts. */
      picture: async (name, ...texts) => {
        if (pictures) {
          await staff.see(...texts)
          await staff.loaded()
          await staff.picture(path.join(pictures, `${name}.png`))
        }
      },
    })
  } finally {
    await staff.close()
  }
  const { visitors } = staff
  const foreign = visitors
    .flatMap((visitor) => visitor.foreign)
    .filter((request) => !others.includes(new URL(request).origin))
  if (foreign.length > 0) {
    throw new Error(`Requests to other hosts:\n${foreign.join("\n")}`)
  }
  const requests = visitors.reduce((sum, visitor) => sum + visitor.requests, 0)
  const except = others.length > 0 ? ` than ${others.join(", ")}` : ""
  console.log(`The pages sent ${requests} requests, none to other hosts${except}`)
}
