import { HTTPFacilitatorClient } from "@x402/core/server"
import { ExactEvmScheme } from "@x402/evm/exact/server"
import { paymentMiddleware, x402ResourceServer } from "@x402/express"
import express from "express"

/** The official server, which has its payments verified and settled by the facilitator at FACILITATOR. */
const { API_KEY, FACILITATOR, PAY_TO } = process.env
const authorized = API_KEY === undefined ? {} : { authorization: `Bearer ${API_KEY}` }
const facilitator = new HTTPFacilitatorClient({
  url: FACILITATOR,
  createAuthHeaders: async () => ({ verify: authorized, settle: authorized, supported: authorized }),
})
const server = new x402ResourceServer(facilitator).register("eip155:84532", new ExactEvmScheme())
const accepts = { scheme: "exact", price: "$0.01", network: "eip155:84532", payTo: PAY_TO }
const app = express()
app.use(paymentMiddleware({ "GET /weather": { accepts, description: "The weather" } }, server))
app.get("/weather", (_request, response) => response.json({ weather: "fair" }))
const listening = app.listen(0, "127.0.0.1", () => console.log(`ready http://127.0.0.1:${listening.address().port}`))
