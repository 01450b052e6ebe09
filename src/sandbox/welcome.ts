/** What the sandbox prints: each line of a shell can be pasted as it stands. */
export const welcome = (baseUrl: string, organisation: string, secret: string) => `
Farthing sandbox is ready at ${baseUrl}
Its documentation is at ${baseUrl}/docs

The demo organisation ${organisation} has 25.00 USD of credits and this key, shown only now:

  export API_KEY=${secret}

Try next:

  curl -s ${baseUrl}/v2/sources -H "Authorization: Bearer $API_KEY"
  curl -si ${baseUrl}/v1/execute/bank-check/bank.validate_iban -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" -H "Idempotency-Key: try-1" -d '{"iban":"DE89370400440532013000"}'
  curl -s "${baseUrl}/v2/sources?search=sunset" -H "Authorization: Bearer $API_KEY"
  curl -s ${baseUrl}/v2/ask -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" -d '{"question":"What currency does Japan use, and is 3 November 2026 a public holiday there?","execution_mode":"auto","max_spend":0.05}'
  curl -s ${baseUrl}/v2/ask/workflows -H "Authorization: Bearer $API_KEY"
  curl -si ${baseUrl}/notifications-api/notifications/send/sms -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" -d '{"to":"+442079460018","body":"Hello"}'
  curl -s ${baseUrl}/v1/apis/webhook-service/preflight -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" -d '{"method":"POST","path":"/notify","calls":10}'
  curl -s ${baseUrl}/v1/payments -H "Authorization: Bearer $API_KEY"
  curl -s ${baseUrl}/v2/balance -H "Authorization: Bearer $API_KEY"
  curl -s ${baseUrl}/v2/usage -H "Authorization: Bearer $API_KEY"
  npx farthing payments list
  npx farthing sandbox status
  npx farthing ledger audit
`

export const onSepa = (baseUrl: string) => `
On the sepa rail the organisation has an active mandate on a test IBAN. A call is booked now and collected later; the second line makes it later:

  curl -si ${baseUrl}/v1/execute/bank-check/bank.validate_iban -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" -H "X-Payment-Rail: sepa" -d '{"iban":"DE89370400440532013000"}'
  npx farthing sandbox advance 30d
  curl -s ${baseUrl}/v1/me/sepa -H "Authorization: Bearer $API_KEY"
  curl -s ${baseUrl}/v1/topups -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" -H "Idempotency-Key: topup-1" -d '{"amount":20}'
`

export const again = (baseUrl: string, scopes: ReadonlyArray<string>) => `
Farthing sandbox is ready at ${baseUrl}
Its documentation is at ${baseUrl}/docs

Its data is from an earlier start. For another key: npx farthing key list, then
  npx farthing key create --org ORGANISATION --name another --scopes ${scopes.join(",")} --expires 30
`
