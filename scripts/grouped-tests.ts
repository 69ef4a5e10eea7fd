import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { glob, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// node scripts/grouped-tests.ts PATTERN…
//
// Runs many test files in few processes, each of which loads the modules of the server once: that takes longer than the tests of most
// files. Prints all failures and the counts at the end, as `node --test` does.

const PROCESSES_AT_ONCE = 3
/** What a process gets that shall end. */
const NO_FILE = ''
/** Bounds the memory of a process, and how late its output is printed. */
const FILES_A_PROCESS = 40
/** The slowest test takes half a minute, the slowest file one minute. */
const TEST_LIMIT_MS = 3 * 60_000
const FILE_LIMIT_MS = 6 * 60_000
/** Characters that are repeated of a process that ended before it listed its failures. */
const LAST_OUTPUT = 5000

const RUNNER = [
  '--test-reporter=spec',
  `--test-timeout=${TEST_LIMIT_MS}`,
  // What a test that failed has left open holds nothing up.
  '--test-force-exit',
  // Before the file that imports `node:test`.
  '--import',
  join(import.meta.dirname, 'follow-tests-lightly.ts'),
  join(import.meta.dirname, 'run-test-files.ts'),
]

/** The longest files begin first, so that none of them is left for the end. */
const LONG = ['fuzz', 'who-may', 'bad-input', 'finding', 'watch-values', 'backup', 'leaving']

const files = await findFiles(process.argv.slice(2))
const running = new Set<number>()
const counts = { passed: 0, failed: 0 }
const failures: string[] = []
const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-groups-'))
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    for (const pid of running) endAllOf(pid)
    process.exit(1)
  })
await Promise.all(Array.from({ length: PROCESSES_AT_ONCE }, runProcesses))
await rm(folder, { recursive: true })
if (failures.length > 0) console.log(`✖ all failing tests:\n\n${failures.join('\n')}`)
console.log(`ℹ pass ${counts.passed}\nℹ fail ${counts.failed}`)
process.exitCode = counts.failed === 0 ? 0 : 1

async function findFiles(patterns: readonly string[]): Promise<string[]> {
  const found = await Array.fromAsync(glob(patterns, { exclude: ['**/node_modules/**', 'extensions/*/{web,e2e}/**'] }))
  const isLong = (file: string): boolean => LONG.some((name) => file.endsWith(`/${name}.test.ts`))
  return found.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)) || (a < b ? -1 : 1))
}

async function runProcesses(_: unknown, place: number): Promise<void> {
  for (let turn = 0; files.length > 0; turn++) await runProcess(join(folder, `${place}-${turn}`))
}

/** Its output goes to a file: a pipe would stay open as long as any process that a test has left behind. */
async function runProcess(path: string): Promise<void> {
  const outputFile = await open(path, 'w')
  const stdio: StdioOptions = ['ignore', outputFile.fd, outputFile.fd, 'ipc']
  const child = spawn(process.execPath, RUNNER, { stdio, detached: true })
  const { pid = 0 } = child
  running.add(pid)
  const given = handOutFiles(child)
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  endAllOf(pid)
  running.delete(pid)
  await outputFile.close()
  const output = await readFile(path, 'utf8')
  const last = given()
  if (last === undefined) throw new Error(`ended with ${code ?? signal} before any test\n${output}`)
  if (last !== NO_FILE) report(output, `✖ ended with ${code ?? signal} in ${last}`)
  else report(output, code === 0 ? undefined : '')
}

/** Gives the process a file whenever it asks for one. Returns a function that gets its current file: none at its end. */
function handOutFiles(child: ChildProcess): () => string | undefined {
  let file: string | undefined
  let limit: NodeJS.Timeout | undefined
  let left = FILES_A_PROCESS
  child.on('message', () => {
    clearTimeout(limit)
    file = (left-- > 0 ? files.shift() : undefined) ?? NO_FILE
    // One that has ended in the meantime is reported with the file that it did not get.
    child.send(file, () => undefined)
    limit = setTimeout(() => endAllOf(child.pid ?? 0), FILE_LIMIT_MS)
  })
  child.once('exit', () => clearTimeout(limit))
  return () => file
}

/** `failure` is empty when tests failed, and nothing else. */
function report(output: string, failure: string | undefined): void {
  const [passes = '', failing = passes.slice(-LAST_OUTPUT)] = output.split(/^✖ failing tests:\n/m)
  counts.passed += countOf(output, 'pass')
  console.log(passes.replaceAll(/^ℹ .*\n?/gm, ''))
  if (failure === undefined) return
  counts.failed += Math.max(1, countOf(output, 'fail') + countOf(output, 'cancelled'))
  failures.push(failing, failure)
}

/** Ends a process and those that it has started. */
function endAllOf(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function countOf(output: string, kind: string): number {
  return Number(new RegExp(`^ℹ ${kind} (\\d+)$`, 'm').exec(output)?.[1] ?? 0)
}
