/**
 * Every answer that a gateway gives to any test is held against its own OpenAPI document: an answer that the document does
 * not describe fails the request, and with it the test. The document is only built where a gateway answers.
 */
const ask = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const answer = await ask(input, init)
  const url = typeof input === "string" ? input : input instanceof URL ? input.href : input.url
  const method = (init?.method ?? (input instanceof Request ? input.method : "GET")).toUpperCase()
  if (answer.headers.get("x-request-id") === null || answer.headers.get("content-type")?.startsWith("application/json") !== true)
    return answer
  if (method === "HEAD") return answer
  const { deviationFromDocument } = await import("./openapi.ts")
  const body = await answer.clone().text()
  const wrong = deviationFromDocument({ method, path: new URL(url).pathname, status: answer.status, headers: answer.headers, body })
  if (wrong !== undefined) throw new Error(`not as documented: ${wrong}`)
  return answer
}
