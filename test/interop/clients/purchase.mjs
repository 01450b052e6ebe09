/** Sends the request that the environment describes (URL, METHOD, BODY, API_KEY) and prints the answer as one line of JSON. */
export const purchase = async (payingFetch) => {
  const { API_KEY, BODY, METHOD = "GET", URL: url } = process.env
  const headers = {
    ...(API_KEY === undefined ? {} : { authorization: `Bearer ${API_KEY}` }),
    ...(BODY === undefined ? {} : { "content-type": "application/json" }),
  }
  const response = await payingFetch(url, { method: METHOD, headers, ...(BODY === undefined ? {} : { body: BODY }) })
  const answer = { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  console.log(JSON.stringify(answer))
}
