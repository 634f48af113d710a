import React from "react"
import { useAdminCustomQuery } from "medusa-react"

/** What the shop's own service knows of an order. */
const OrderWishes = ({ order }) => {
  const { data, isLoading, isError } = useAdminCustomQuery(`/admin/wishes/${order.id}`, ["wishes", order.id])

  return (
    <div className="rounded-rounded border-grey-20 bg-grey-0 p-large border">
      <h2 className="inter-large-semibold">Wishes</h2>
      <p className="inter-base-regular" data-widget="wishes">
        {isLoading ? "…" : isError ? "Not available." : (data.wish ?? "None.")}
      </p>
    </div>
  )
}

export const config = {
  zone: "order.details.after",
}

export default OrderWishes
