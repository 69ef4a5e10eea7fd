import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OF_TESTS } from './places.ts'

interface Node {
  readonly source?: { readonly value: unknown } | null
}

interface Context {
  readonly filename: string
  report(problem: { node: unknown; message: string }): void
}

/** The one file of a workspace that names the extensions. */
const LISTS = /\/(server|web)\/src\/extensions\.ts$/

/** What any extension may import whole: shapes, texts, and the kit for tests of whole portals. */
const OPEN = new Set(['contract', 'messages', 'e2e'])

/** The core imports no extension; an extension imports the entry files of the core, and the extensions that its `package.json` names. */
export const extensionImports = {
  create(context: Context) {
    const { filename } = context
    const [, root, extension] = /^(.*)\/extensions\/([^/]+)\//.exec(filename) ?? []
    const top = root ?? /^(.*?)\/(?:contract|messages|server|web|simulator|cli|e2e|bench|scripts)\//.exec(filename)?.[1]
    if (top === undefined || LISTS.test(filename)) return {}
    const look = (node: Node) => {
      const specifier = typeof node.source?.value === 'string' ? node.source.value : ''
      const message =
        extension === undefined
          ? problemOfCore(top, specifier)
          : problemOfExtension(top, extension, filename, specifier)
      if (message !== undefined) context.report({ node: node.source, message })
    }
    return {
      ImportDeclaration: look,
      ExportNamedDeclaration: look,
      ExportAllDeclaration: look,
      ImportExpression: look,
      TSImportType: look,
    }
  },
}

function problemOfCore(top: string, specifier: string): string | undefined {
  const [, name] = /^@fieldwatch\/([^/]+)\//.exec(specifier) ?? /(?:^|\/)extensions\/([^/]+)\//.exec(specifier) ?? []
  if (name === undefined || !existsSync(join(top, 'extensions', name))) return undefined
  return `The core works without ${name}: it imports no extension.`
}

function problemOfExtension(top: string, own: string, file: string, specifier: string): string | undefined {
  const [, name, path = ''] = /^@fieldwatch\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  if (name === undefined || name === own || OPEN.has(name)) return undefined
  if (name === 'server' || name === 'web') {
    if (OF_TESTS.test(file) || entriesOf(top, name).has(path)) return undefined
    return `${path} is no entry file of the core: add it to ${name}/src/entries.json if extensions should build on it.`
  }
  return dependenciesOf(top, own).has(`@fieldwatch/${name}`)
    ? undefined
    : `${own} does not name @fieldwatch/${name} in its package.json.`
}

const entries = new Map<string, ReadonlySet<string>>()

function entriesOf(top: string, workspace: string): ReadonlySet<string> {
  const path = join(top, workspace, 'src/entries.json')
  const known = entries.get(path) ?? new Set(JSON.parse(readFileSync(path, 'utf8')) as string[])
  entries.set(path, known)
  return known
}

function dependenciesOf(top: string, extension: string): ReadonlySet<string> {
  const path = join(top, 'extensions', extension, 'package.json')
  const { dependencies = {} } = JSON.parse(readFileSync(path, 'utf8')) as { dependencies?: object }
  return new Set(Object.keys(dependencies))
}
