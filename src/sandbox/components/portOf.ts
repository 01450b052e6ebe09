import type { Server } from "node:net"

/** The port of a server that listens on one. */
export const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server listens on no port")
  return address.port
}
