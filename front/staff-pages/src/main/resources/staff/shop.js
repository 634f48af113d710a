// Properties of the shop that the page carries.
export const shop = JSON.parse(document.querySelector("meta[name=shop]").content)
