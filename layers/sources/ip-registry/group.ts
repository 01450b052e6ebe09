import type { Group } from "../../../domain/catalogue/Source.ts"

export const ipGroup: Group = {
  id: "ip",
  name: "IP addresses",
  description:
    "The country of an IP address after two independent sets of data: what the registries and the holders say, and a commercial vendor's free edition.",
}
