/** One request as a strict reader frames it. */
export interface Framed {
  readonly method: string
  readonly target: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string
}

/**
 * The requests that a strict reader of RFC 9112 finds in the bytes of one client (text is bytes, latin1). It stops at the first fault,
 * and at whatever two readers could frame in two ways. Nothing that is not in this list may ever be executed. Line ends before a request,
 * and more than one space within its first line, are not held against it: no reader sees another request for them.
 */
export const requestsIn = (bytes: string): ReadonlyArray<Framed> => {
  const requests: Array<Framed> = []
  let rest = bytes.replace(/^[\r\n]+/, "")
  while (rest !== "") {
    const head = readHead(rest)
    const body = head && readBody(head)
    if (head === undefined || body === undefined) return requests
    requests.push({
      method: head.method,
      target: head.target,
      headers: head.headers,
      body: body.body,
    })
    if (isLast(head)) return requests
    rest = body.rest.replace(/^[\r\n]+/, "")
  }
  return requests
}

interface Head extends Omit<Framed, "body"> {
  readonly version: string
  readonly rest: string
}

const requestLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) +([\x21-\x7e]+) +HTTP\/(1\.[01])$/
const headerLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/

const readHead = (text: string): Head | undefined => {
  const end = text.indexOf("\r\n\r\n")
  if (end === -1) return undefined
  const [first = "", ...lines] = text.slice(0, end).split("\r\n")
  const [, method, target, version] = requestLine.exec(first) ?? []
  const headers = lines.map(readHeader)
  if (method === undefined || target === undefined || version === undefined || method === "CONNECT") return undefined
  if (!headers.every((header) => header !== undefined)) return undefined
  return { method, target, version, headers, rest: text.slice(end + 4) }
}

const readHeader = (line: string) => {
  const [, name, value] = headerLine.exec(line) ?? []
  return name === undefined || value === undefined ? undefined : ([name.toLowerCase(), value.replace(/[ \t]+$/, "")] as const)
}

const valuesOf = ({ headers }: Pick<Framed, "headers">, wanted: string) =>
  headers.filter(([name]) => name === wanted).map(([, value]) => value)

const isLast = (head: Head): boolean => {
  const bytes = valuesOf(head, "connection").join(",").toLowerCase()
  return bytes.includes("close") || (head.version === "1.0" && !bytes.includes("keep-alive"))
}

/** Undefined where the body has not arrived, or where its end can be read in two ways. */
const readBody = (head: Head): { readonly body: string; readonly rest: string } | undefined => {
  const [lengths, codings] = [valuesOf(head, "content-length"), valuesOf(head, "transfer-encoding")]
  if (lengths.length + codings.length > 1 || valuesOf(head, "host").length !== 1) return undefined
  if (codings[0] !== undefined) return codings[0].toLowerCase() === "chunked" && head.version === "1.1" ? readChunks(head.rest) : undefined
  if (lengths[0] !== undefined && !/^\d{1,9}$/.test(lengths[0])) return undefined
  const length = Number(lengths[0] ?? 0)
  return head.rest.length < length ? undefined : { body: head.rest.slice(0, length), rest: head.rest.slice(length) }
}

const readChunks = (text: string): { readonly body: string; readonly rest: string } | undefined => {
  let body = ""
  for (let rest = text; ;) {
    const [line, size] = /^([0-9a-fA-F]{1,8})(?:;[\t\x20-\x7e]*)?\r\n/.exec(rest) ?? []
    if (line === undefined || size === undefined) return undefined
    const from = line.length
    const length = Number.parseInt(size, 16)
    if (length === 0) return readTrailers(body, rest.slice(from))
    if (rest.length < from + length + 2 || rest.slice(from + length, from + length + 2) !== "\r\n") return undefined
    body += rest.slice(from, from + length)
    rest = rest.slice(from + length + 2)
  }
}

const readTrailers = (body: string, text: string) => {
  for (let rest = text; ;) {
    const end = rest.indexOf("\r\n")
    if (end === -1 || (end > 0 && readHeader(rest.slice(0, end)) === undefined)) return undefined
    rest = rest.slice(end + 2)
    if (end === 0) return { body, rest }
  }
}

/** The tokens of the calls that these requests may buy: those with a key of ours. */
export const tokensOf = (bytes: string, secrets: ReadonlyArray<string>): ReadonlyArray<string> =>
  requestsIn(bytes).flatMap((request) => {
    const key = /^bearer +(\S+)$/i.exec(valuesOf(request, "authorization").join(", "))?.[1]
    if (key === undefined || !secrets.includes(key)) return []
    try {
      const { token } = JSON.parse(Buffer.from(request.body, "latin1").toString("utf8")) as { readonly token?: unknown }
      return typeof token === "string" ? [token] : []
    } catch {
      return []
    }
  })
