/** Logs in; returns the headers of the requests that follow. Before 1.17 there are sessions alone. */
export async function login(base, surface, credentials) {
  for (const path of ["/auth/token", "/auth"]) {
    const response = await fetch(`${base}/${surface}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(credentials),
    });
    const text = await response.text();
    if (response.ok && path === "/auth") {
      return { cookie: response.headers.getSetCookie()[0].split(";")[0] };
    } else if (response.ok) {
      return { authorization: `Bearer ${JSON.parse(text).access_token}` };
    } else if (path === "/auth") {
      throw new Error(`${base} ${surface}: ${response.status} ${text}`);
    }
  }
}
