/**
 * Whether a page of this gateway sent the request. Browsers send `Sec-Fetch-Site` to HTTPS and localhost, and no page can change it; older ones
 * send `Origin` with every request that is not a read. A request with neither header is refused: it may come from anywhere.
 */
export const isFromOwnPage = (headers: Readonly<Record<string, string | undefined>>): boolean => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin"
  const origin = headers["origin"]
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === headers["host"]
}
