import { createServer } from "node:http";
import { caller } from "./caller.mjs";

const admit = caller({
  keysUrl: process.env.KEYS_URL,
  shopUrl: process.env.SHOP_URL,
  service: "wishlist",
});

createServer((req, res) =>
  admit(req, res, () => {
    const [, claims] = req.headers["x-tradewind-caller"].split(".");
    res.setHeader("content-type", "application/json");
    res.end(
      JSON.stringify({
        user: req.user ?? null,
        channels: JSON.parse(Buffer.from(claims, "base64url")).sales_channel_ids,
      }),
    );
  }),
).listen(process.env.PORT, "127.0.0.1");
