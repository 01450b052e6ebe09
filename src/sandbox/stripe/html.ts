/** Text of a page. What is put into it is escaped, unless it is such text itself. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | false

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

const shown = (part: Part) => {
  if (part instanceof Html) return part.text
  return part === null || part === false ? "" : String(part).replaceAll(/[&<>"']/g, (character) => entities[character] ?? "")
}

export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html =>
  new Html(strings.map((string, i) => string + (i < parts.length ? shown(parts[i] ?? null) : "")).join(""))
