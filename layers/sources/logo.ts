/** A source's logo that needs no server: two letters on a disc, as an SVG data URI. */
export const logo = (letters: string, colour: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="${colour}"/>` +
      `<text x="32" y="41" font-family="sans-serif" font-size="26" text-anchor="middle" fill="#fff">${letters}</text></svg>`,
  )}`
