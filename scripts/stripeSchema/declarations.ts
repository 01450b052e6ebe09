import {
  parseSync,
  type Program,
  type Statement,
  type TSInterfaceDeclaration,
  type TSModuleDeclaration,
  type TSTypeAliasDeclaration,
} from "oxc-parser"
import { readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

/** A type with its name and its scope, from which the names inside it are resolved. */
export interface Declaration {
  readonly node: TSInterfaceDeclaration | TSTypeAliasDeclaration
  readonly scope: Scope
  readonly name: string
}

/** A file or a namespace. */
export interface Scope {
  readonly file: File
  readonly path: ReadonlyArray<string>
  readonly parent: Scope | undefined
  readonly types: Map<string, Declaration>
  readonly namespaces: Map<string, Scope>
}

export interface File {
  readonly path: string
  readonly program: Program
  readonly root: Scope
  /** Imports by their local name. */
  readonly imports: Map<string, { readonly from: string; readonly name: string }>
}

/** Reads the declaration files of a package, each once. */
export const declarationsOf = (directory: string) => {
  const files = new Map<string, File>()

  const file = (path: string): File => {
    const cached = files.get(path)
    if (cached !== undefined) return cached
    const { errors, program } = parseSync(path, readFileSync(join(directory, path), "utf8"))
    if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
    const made: File = {
      path,
      program,
      imports: new Map(),
      root: {
        get file() {
          return made
        },
        path: [],
        parent: undefined,
        types: new Map(),
        namespaces: new Map(),
      },
    }
    files.set(path, made)
    for (const statement of program.body) collect(made.root, statement)
    return made
  }

  const collect = (scope: Scope, statement: Statement): void => {
    if (statement.type === "ImportDeclaration") {
      const from = relative(directory, join(directory, dirname(scope.file.path), statement.source.value)).replace(/\.js$/, ".d.ts")
      for (const specifier of statement.specifiers) {
        if (specifier.type === "ImportNamespaceSpecifier") scope.file.imports.set(specifier.local.name, { from, name: "*" })
        if (specifier.type !== "ImportSpecifier" || specifier.imported.type === "Literal") continue
        scope.file.imports.set(specifier.local.name, { from, name: specifier.imported.name })
      }
      return
    }
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
    if (declared === null) return
    if (declared.type === "TSInterfaceDeclaration" || declared.type === "TSTypeAliasDeclaration") {
      scope.types.set(declared.id.name, { node: declared, scope, name: declared.id.name })
    } else if (declared.type === "TSModuleDeclaration" && declared.kind !== "global") within(scope, declared)
  }

  const within = (scope: Scope, { body, id }: TSModuleDeclaration) => {
    if (id.type !== "Identifier" || body?.type !== "TSModuleBlock") return
    const opened = scope.namespaces.get(id.name)
    const inner = opened ?? { file: scope.file, path: [...scope.path, id.name], parent: scope, types: new Map(), namespaces: new Map() }
    scope.namespaces.set(id.name, inner)
    for (const statement of body.body) collect(inner, statement)
  }

  const namespace = (scope: Scope, name: string): Scope | undefined => {
    for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
      const inner = at.namespaces.get(name)
      if (inner !== undefined) return inner
    }
    const imported = scope.file.imports.get(name)
    return imported === undefined ? undefined : file(imported.from).root.namespaces.get(imported.name)
  }

  /** The type that a name refers to in a scope, innermost scope first, as TypeScript resolves it. */
  const resolve = (scope: Scope, [first = "", ...rest]: ReadonlyArray<string>): Declaration | undefined => {
    if (rest.length > 0) {
      const everything = scope.file.imports.get(first)
      if (everything?.name === "*") return resolve(file(everything.from).root, rest)
      let at = namespace(scope, first)
      for (const part of rest.slice(0, -1)) at = at?.namespaces.get(part)
      return at?.types.get(rest.at(-1) ?? "")
    }
    for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
      const declaration = at.types.get(first)
      if (declaration !== undefined) return declaration
    }
    const imported = scope.file.imports.get(first)
    return imported === undefined ? undefined : file(imported.from).root.types.get(imported.name)
  }

  return { file, resolve }
}

export type Declarations = ReturnType<typeof declarationsOf>
