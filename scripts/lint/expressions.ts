import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { type AST, RegExpParser } from '@eslint-community/regexpp'

/** An expression of the code that reads what others send, and how long it takes at most. */
interface TimedExpression {
  readonly place: string
  readonly source: string
  readonly flags: string
  /** CPU time of the slowest input of 1 MB. */
  readonly milliseconds: number
}

const ROOT = join(import.meta.dirname, '../..')
const INPUT_CHARACTERS = 1024 * 1024
const TURNS = 5
const SHORT_MS = 10
/** Where what others send is read; tests read nothing of others. */
const FOLDERS = ['contract/src', 'server/src']

/** Times every expression of contract and server on inputs that are made to keep it busy, slowest first. */
export async function timeExpressions(): Promise<TimedExpression[]> {
  const found = await listExpressions()
  return found
    .map(({ place, source, flags }) => ({ place, source, flags, milliseconds: slowest(source, flags) }))
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
}

function slowest(source: string, flags: string): number {
  // A global one would continue after its first match, as often as its caller asks.
  const expression = new RegExp(source, flags)
  return Math.max(...hardInputs(source, flags).map((input) => timeOf(() => void input.replace(expression, ''))))
}

/** The least of a few times, where it is long: other processes take caches away, which costs CPU time too. */
function timeOf(work: () => void): number {
  let least = Infinity
  for (let turn = 0; turn < TURNS; turn++) {
    const before = process.cpuUsage()
    work()
    least = Math.min(least, process.cpuUsage(before).user / 1000)
    if (least < SHORT_MS) break
  }
  return least
}

/** What is repeated without end, 1 MB of it, after what the expression wants before it, with an end that suits or one that does not. */
function hardInputs(source: string, flags: string): string[] {
  const { alternatives } = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
  const pumps = alternatives.flatMap((alternative) => pumpsOf(alternative, '', /[uv]/.exec(flags)?.[0] ?? ''))
  return [{ prefix: '', pump: 'a' }, { prefix: '', pump: ' ' }, ...pumps].flatMap(({ prefix, pump }) => {
    const row = pump.repeat(Math.ceil(INPUT_CHARACTERS / pump.length))
    return [prefix + row, `${prefix}${row}\0`, `${row}\n${row.slice(0, 100)}`]
  })
}

interface Pump {
  readonly prefix: string
  readonly pump: string
}

function pumpsOf({ elements }: AST.Alternative, before: string, mode: string): Pump[] {
  const found: Pump[] = []
  let prefix = before
  for (const element of elements) {
    if (element.type === 'Quantifier' && element.max === Infinity) {
      const pump = sampleOf(element.element, mode)
      if (pump !== '') found.push({ prefix, pump })
    }
    const inner = element.type === 'Quantifier' ? element.element : element
    if ('alternatives' in inner) {
      const branches = inner.alternatives as readonly AST.Alternative[]
      found.push(...branches.flatMap((branch) => pumpsOf(branch, prefix, mode)))
    }
    prefix +=
      element.type === 'Quantifier' ? sampleOf(element.element, mode).repeat(element.min) : sampleOf(element, mode)
  }
  return found
}

/** A text that an element matches. */
function sampleOf(element: AST.Element, mode: string): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value)
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return characterOf(element.raw, mode)
    case 'Group':
    case 'CapturingGroup':
      return (element.alternatives[0]?.elements ?? []).map((one) => sampleOf(one, mode)).join('')
    case 'Quantifier':
      return sampleOf(element.element, mode).repeat(element.min)
    default:
      return ''
  }
}

const CHARACTERS = Array.from('a1 A_-.,:;/"\'<>&@#?=+*()[]{}|\\^$~`!%\t\n\r\0\u0301\u00E9\uFEFF\u{1F600}')

function characterOf(raw: string, mode: string): string {
  const one = new RegExp(`^${raw}$`, mode)
  return CHARACTERS.find((character) => one.test(character)) ?? ''
}

interface Found {
  readonly place: string
  readonly source: string
  readonly flags: string
}

/** The literals, as the linter reads them. */
async function listExpressions(): Promise<Found[]> {
  const said = await lint()
  return said
    .filter(({ filename }) => !/\.test\.ts$|\/testing\//.test(filename))
    .map(({ filename, message, labels }) => {
      const { pattern, flags } = JSON.parse(message) as { pattern: string; flags: string }
      return { place: `${filename}:${labels[0]?.span.line ?? 0}`, source: pattern, flags }
    })
}

interface Diagnostic {
  readonly filename: string
  readonly message: string
  readonly labels: readonly { readonly span: { readonly line: number } }[]
}

function lint(): Promise<Diagnostic[]> {
  const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint')
  const config = join(import.meta.dirname, 'expressions.oxlintrc.json')
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [oxlint, '--config', config, '--format=json', ...FOLDERS],
      { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 },
      (_error, stdout, stderr) => {
        try {
          resolve((JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics)
        } catch {
          reject(new Error(stdout + stderr))
        }
      },
    )
  })
}

if (import.meta.main) {
  for (const { milliseconds, place, source, flags } of await timeExpressions())
    console.log(`${milliseconds.toFixed(1).padStart(8)} ms  ${place}  /${source}/${flags}`)
}
