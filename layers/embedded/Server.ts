import type { Place } from "./Place.ts"

/** All that is needed to start the server of one directory, to reach it and to stop it. */
export interface Server {
  /** Tells the session that is held here from those that others hold. */
  readonly holder: string
  readonly place: Place
  /** The folder with `bin`, `lib` and `share`. */
  readonly binaries: string
  readonly port: number
  readonly superuser: string
  readonly settings: Readonly<Record<string, string>>
}
