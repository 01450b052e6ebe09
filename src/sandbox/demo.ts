import { Console, Effect, Redacted } from "effect"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { scopes } from "../../domain/identity/refusals.ts"
import { buyerAccount, outside } from "../../domain/ledger/accounts.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { microUsd } from "../../domain/Money.ts"
import { onFirstStart } from "../../layers/postgres/firstStart.ts"
import { listDemoOrigins } from "./origins/listDemoOrigins.ts"

const demoCredits = microUsd(25_000_000n)

/** On the first start of a sandbox: an organisation with 25 USD of credits and one key with all scopes, shown this once. */
export const demo = Effect.fnUntraced(function* (baseUrl: string) {
  yield* listDemoOrigins("active")
  const first = yield* onFirstStart("sandbox", demoOrganisation(baseUrl))
  if (!first) yield* Console.log(again(baseUrl))
})

const demoOrganisation = Effect.fnUntraced(function* (baseUrl: string) {
  const organisations = yield* Organisations
  const ledger = yield* Ledger
  const organisation = yield* organisations.create({ name: "Demo", rate: 60, concurrency: 64 })
  const transfer = { debit: outside("grant"), credit: buyerAccount("credits"), amount: demoCredits }
  yield* ledger.execute({ _tag: "Post", organisation, ref: "sandbox:demo", transfers: [transfer] })
  const limits = { perRequest: null, monthly: null, daily: null }
  const { secret } = yield* organisations.createKey({ organisation, name: "Demo key", scopes, expiresInDays: 365, ...limits })
  yield* Console.log(welcome(baseUrl, organisation, Redacted.value(secret)))
})

const welcome = (baseUrl: string, organisation: string, secret: string) => `
Farthing sandbox is ready at ${baseUrl}

The demo organisation ${organisation} has 25.00 USD of credits and this key, shown only now:

  export API_KEY=${secret}

Try next:

  curl -s ${baseUrl}/v2/sources -H "Authorization: Bearer $API_KEY"
  curl -si ${baseUrl}/v1/execute/bank-check/bank.validate_iban -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" -H "Idempotency-Key: try-1" -d '{"iban":"DE89370400440532013000"}'
  curl -s "${baseUrl}/v2/sources?search=sunset" -H "Authorization: Bearer $API_KEY"
  curl -si ${baseUrl}/notifications-api/notifications/send/sms -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" -d '{"to":"+442079460018","body":"Hello"}'
  curl -s ${baseUrl}/v1/apis/webhook-service/preflight -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" -d '{"method":"POST","path":"/notify","calls":10}'
  curl -s ${baseUrl}/v1/payments -H "Authorization: Bearer $API_KEY"
  curl -s ${baseUrl}/v2/balance -H "Authorization: Bearer $API_KEY"
  curl -s ${baseUrl}/v2/usage -H "Authorization: Bearer $API_KEY"
  npx farthing payments list
  npx farthing sandbox status
  npx farthing ledger audit
`

const again = (baseUrl: string) => `
Farthing sandbox is ready at ${baseUrl}

Its data is from an earlier start. For another key: npx farthing key list, then
  npx farthing key create --org ORGANISATION --name another --scopes ${scopes.join(",")} --expires 30
`
