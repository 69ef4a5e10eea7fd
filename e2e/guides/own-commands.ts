import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAdminArguments } from '@fieldwatch/server/commands/admin-arguments'
import { importFromExtensions } from '@fieldwatch/server/testing/extension-parts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

type Parsers = Readonly<Record<string, (words: readonly string[]) => unknown>>

/** Commands whose arguments can be read without running them. */
const PARSERS: Parsers = Object.assign(
  { admin: parseAdminArguments },
  ...(await importFromExtensions<{ PARSERS: Parsers }>('commands')).map((commands) => commands.PARSERS),
)

/** Checks that a command of the project is there with its options. @throws Error saying what is missing */
export function checkOwnCommand([program = '', ...words]: readonly string[]): void {
  if (program === 'fieldwatch') {
    const [name = '', ...rest] = words
    assert.match(read('packaging/bin/fieldwatch'), new RegExp(`^  ${name} {2,}\\S`, 'm'), `fieldwatch ${name}`)
    return checkScript(name, rest)
  }
  const [verb = '', name = '', ...rest] = words
  if (verb !== 'run') return checkScript(verb, words.slice(1))
  if (rest.length > 0) assert.equal(rest[0], '--', `npm run ${name}`)
  return checkScript(name, rest.slice(1))
}

function checkScript(name: string, words: readonly string[]): void {
  const source = sourceOf(name)
  PARSERS[name]?.(words)
  for (const word of words.filter((one) => one.startsWith('--'))) {
    const option = word.slice(2).split('=', 1)[0] ?? ''
    assert.match(source, new RegExp(`--${option}\\b|'?${option}'?: \\{`), `${name} has no ${word}`)
  }
}

/** The program of a script of `package.json`, with the modules beside it. */
function sourceOf(name: string): string {
  const root = scriptOf('', name)
  const [, workspace] = /--workspace (\w+)/.exec(root) ?? []
  const script = workspace === undefined ? root : scriptOf(workspace, name)
  const [file] = script.match(/[\w./-]+\.ts/g)?.slice(-1) ?? []
  if (file === undefined) return ''
  const path = join(workspace ?? '', file)
  const text = read(path)
  const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, from = '']) => join(dirname(path), from))
  return [text, ...imported.filter((one) => existsSync(join(ROOT, one))).map(read)].join('\n')
}

function scriptOf(workspace: string, name: string): string {
  const { scripts } = JSON.parse(read(join(workspace, 'package.json'))) as { scripts: Record<string, string> }
  const script = scripts[name]
  assert.ok(script, `there is no npm run ${name}`)
  return script
}
