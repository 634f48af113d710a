// In place of the servers of the tests, which a page cannot start.
const asked = ({ url, number }) => ({ url, requests: () => window.requestsOf(number) })

export const answering = async (...given) => asked(await window.startAnswering(...given))
export const spoiling = async (...given) => asked(await window.startSpoiling(...given))
