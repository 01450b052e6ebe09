import { readFileSync } from "node:fs"
import { packageRoot } from "./cluster/commandLine.ts"

/** The commands of docs/runbook.md by the title of their incident, as they would be pasted into a shell. */
export const incidents = readFileSync(`${packageRoot}docs/runbook.md`, "utf8")
  .split(/^## \d+\. /m)
  .slice(1)
  .map((section) => ({
    title: section.split("\n")[0]!,
    commands: [...section.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block]) => block!.trimEnd().split("\n")),
  }))

/** The arguments of `npx farthing "two words" $NAME plain`, as a shell reads them. */
export const argumentsOf = (line: string, variables: Readonly<Record<string, string>>) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)]
    .map(([, quoted, plain]) =>
      (quoted ?? plain!).replaceAll(/\$([A-Z]+)/g, (_, name: string) => variables[name] ?? `unknown variable ${name}`),
    )
    .slice(2)
