import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startTestPostgres, TEST_POSTGRES } from '../server/src/testing/test-database.ts'
import { CHROMIUM_HINT, findChromium } from './find-chromium.ts'
import { getChromium } from './get-chromium.ts'
import { runStages } from './run-stages.ts'
import { CHECKS, type Counts, FRESH_MACHINES, IN_BROWSERS, ON_REQUEST, type Stage } from './test-stages.ts'

// node scripts/test.ts [everything | STAGE…]
//
// Runs the stages of `test-stages.ts`: all but those that have to be asked for, all and the fresh machines, or the named ones.

interface Result extends Counts {
  name: string
  seconds: number
  failures: readonly string[]
}

const ENVIRONMENT = { NO_COLOR: '1', FORCE_COLOR: '0' }

/** How Node.js, Playwright and Vitest mark a test that failed. */
const FAILED_TEST = /^\s*(?:✖|✘|×|FAIL) .*[^:]$/gm
/** Where Node.js, Playwright and Vitest begin to print why tests failed. */
const REASONS = /^(?:✖ .*failing tests:|  1\) \[|⎯+ Failed)/m
const MOST_OF_REASONS = 8000
const LAST_LINES = 10

const began = performance.now()
const chosen = [...CHECKS, ...ON_REQUEST].filter(chooseStages(process.argv.slice(2)))
if (chosen.some((stage) => IN_BROWSERS.includes(stage))) {
  const chromium = await getChromium(console.log)
  if (chromium === undefined) {
    console.error(CHROMIUM_HINT)
    process.exit(1)
  }
  // Only then: journeys prefer one without windows, and reports are drawn by one with them.
  if (chromium !== findChromium()) process.env['CHROMIUM_PATH'] = chromium
}

const results: Result[] = []
/** The stage that prints as it goes. */
let shown: Stage | undefined
/** What stages beside it printed, until it ends. */
const held: string[] = []
const postgres = await startTestPostgres()
try {
  await runStages(chosen, runStage)
} finally {
  await postgres.close()
}
report()

function chooseStages(asked: readonly string[]): (stage: Stage) => boolean {
  if (asked.length > 0 && !asked.includes('everything')) return ({ name }) => asked.includes(name)
  return (stage) => !ON_REQUEST.includes(stage) && (stage !== FRESH_MACHINES || asked.length > 0)
}

async function runStage(stage: Stage): Promise<void> {
  shown ??= stage
  const printed: string[] = []
  results.push(await run(stage, (text) => (shown === stage ? process.stdout.write(text) : printed.push(text))))
  held.push(...printed)
  if (shown === stage) shown = undefined
  if (shown === undefined) process.stdout.write(held.splice(0).join(''))
}

async function run(stage: Stage, say: (text: string) => unknown): Promise<Result> {
  const { name } = stage
  const started = performance.now()
  say(`\n── ${name}\n`)
  const { output, code } = await outputOf(stage, say)
  const counts = stage.count?.(output) ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  if (code === 0 && counts.passed === 0) {
    say(`${name} ran no test\n`)
    counts.failed = 1
  }
  const seconds = (performance.now() - started) / 1000
  say(`── ${name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds.toFixed(1)} s\n`)
  return { name, seconds, failures: counts.failed === 0 ? [] : failuresIn(output), ...counts }
}

/** The tests that failed with the beginning of why, or the end of what was printed without any, as lint does. */
function failuresIn(output: string): readonly string[] {
  const tests = [...output.matchAll(FAILED_TEST)].map(([line]) => line.trim())
  if (tests.length === 0) return output.trim().split('\n').slice(-LAST_LINES)
  const reasons = output.search(REASONS)
  return [...new Set(tests), ...(reasons < 0 ? [] : [output.slice(reasons, reasons + MOST_OF_REASONS)])]
}

/** Runs a stage and returns what it printed, each piece of which is also said at once. */
async function outputOf(
  { command }: Stage,
  say: (text: string) => unknown,
): Promise<{ output: string; code: unknown }> {
  const [program = '', ...parameters] = command
  const child = spawn(program, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...ENVIRONMENT, [TEST_POSTGRES]: postgres.server },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      say(text)
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { output, code }
}

/** Figures of each stage, then the failures again, as later stages may print many screens, and the sum as the last line. */
function report(): void {
  const rows = results.map(({ name, seconds, passed, failed }) => [name, seconds.toFixed(1), passed, failed])
  rows.push(['all', ((performance.now() - began) / 1000).toFixed(1), sumOf('passed'), sumOf('failed')])
  console.log('\nstage        seconds  passed  failed')
  for (const [name = '', ...figures] of rows)
    console.log(`${String(name).padEnd(12)}${figures.map((figure) => String(figure).padStart(8)).join('')}`)
  for (const { name, failures } of results.filter(({ failed }) => failed > 0))
    console.log(`\n── ${name}\n${failures.join('\n')}`)
  console.log(`\n${sumOf('passed')} passed, ${sumOf('failed')} failed`)
  process.exitCode = sumOf('failed') === 0 ? 0 : 1
}

function sumOf(what: keyof Counts): number {
  return results.reduce((sum, result) => sum + result[what], 0)
}
