import { stripTypeScriptTypes } from 'node:module'
import { posix } from 'node:path'
import { SHIPPED } from './package-files.ts'

/** Where a source of ours names another one: `./x.ts`, `#floor/x.ts`, `@fieldwatch/contract/x`, and a thread's `x.ts`. */
const SPECIFIER = /(['"])((?:\.{1,2}\/|#)[^'"\n]+\.ts|@fieldwatch\/[a-z-]+\/[^'"\n]+)\1/g
const NEIGHBOUR = /new URL\((['"])([\w-]+)\.ts\1, import\.meta\.url\)/g

/**
 * A source of ours as JavaScript: Node strips types itself, but not from what lies in `node_modules`, where a package is installed.
 * Types become blanks, so that a line in a stack trace is the line of the source.
 * @param path of the source below the root of the project, such as `server/src/main.ts`
 */
export function toJavaScript(path: string, source: string): string {
  const here = posix.dirname(path)
  return inPackageWords(stripTypeScriptTypes(source))
    .replace(SPECIFIER, (_all, quote: string, specifier: string) => {
      const relative = posix.relative(here, locate(here, specifier)).replace(/\.ts$/, '.js')
      return quote + (relative.startsWith('.') ? relative : `./${relative}`) + quote
    })
    .replace(NEIGHBOUR, 'new URL($1$2.js$1, import.meta.url)')
}

/** The path of what a specifier names, below the root of the project. */
function locate(here: string, specifier: string): string {
  const [, workspace, inside] = /^@fieldwatch\/([a-z-]+)\/(.+)$/.exec(specifier) ?? []
  if (workspace !== undefined)
    return SHIPPED.includes(`extensions/${workspace}`)
      ? `extensions/${workspace}/${inside}.ts`
      : `${workspace}/src/${inside}.ts`
  if (!specifier.startsWith('#')) return posix.join(here, specifier)
  const [ours = ''] = here.split('/')
  return `${ours}/src/${specifier.slice(1)}`
}

/** A package has the command `fieldwatch` where a checkout has npm scripts. */
export function inPackageWords(text: string): string {
  return text
    .replace(
      /npm run (admin|backup|demo|doctor|import|outbox|restore)\b( \[?-- )?/g,
      (_all, name: string, dashes?: string) => {
        return `fieldwatch ${name}${dashes === undefined ? '' : dashes.replace('-- ', '')}`
      },
    )
    .replace(/npm start\b/g, 'fieldwatch start')
    .replace(/npx fieldwatch\b/g, 'fieldwatch')
}
