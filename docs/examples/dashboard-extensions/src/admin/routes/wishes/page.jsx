import React from "react"

const Wishes = () => {
  return <h1 className="inter-xlarge-semibold">Wishes of all orders</h1>
}

export const config = {
  link: {
    label: "Wishes",
  },
}

export default Wishes
