import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// node scripts/grouped-tests.ts PATTERN
//
// Runs test files in groups, each group in one process, which loads the modules of the server once: that takes longer than the tests of
// most files. Prints the counts of all groups at the end, as `node --test` does.

/** Each file may keep a server, and connections to the database, until its group ends. */
const FILES_A_GROUP = 8
const GROUPS_AT_ONCE = 2
/** The slowest test takes half a minute, the slowest group one minute and a half. */
const TEST_LIMIT_MS = 3 * 60_000
const GROUP_LIMIT_MS = 8 * 60_000

const RUNNER = [
  '--test',
  '--test-isolation=none',
  '--test-reporter=spec',
  `--test-timeout=${TEST_LIMIT_MS}`,
  // What a test that failed has left open holds nothing up.
  '--test-force-exit',
]

const [pattern = ''] = process.argv.slice(2)
const files = await Array.fromAsync(glob(pattern, { exclude: ['**/node_modules/**'] }))
const groupCount = Math.ceil(files.length / FILES_A_GROUP)
// Files of one folder take about as long: spread over the groups, so that these do.
const groups = Object.values(Object.groupBy(files.toSorted(), (_, place) => place % groupCount))
const running = new Set<number>()
const counts = { passed: 0, failed: 0 }
const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-groups-'))
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    for (const pid of running) endAllOf(pid)
    process.exit(1)
  })
await Promise.all(Array.from({ length: GROUPS_AT_ONCE }, runGroups))
await rm(folder, { recursive: true })
console.log(`ℹ pass ${counts.passed}\nℹ fail ${counts.failed}`)
process.exitCode = counts.failed === 0 ? 0 : 1

async function runGroups(): Promise<void> {
  for (let group = groups.shift(); group !== undefined; group = groups.shift()) await runGroup(group)
}

async function runGroup(group: readonly string[]): Promise<void> {
  const { output, code } = await outputOf(group)
  const failed = countOf(output, 'fail') + countOf(output, 'cancelled')
  counts.passed += countOf(output, 'pass')
  counts.failed += code === 0 ? 0 : Math.max(1, failed)
  console.log(output.replaceAll(/^ℹ .*\n?/gm, ''))
  if (code !== 0) console.log(`✖ ended with ${code}, after the lines above: ${group.join(' ')}`)
}

/** Writes to a file: a pipe would stay open as long as any process that a test has left behind. */
async function outputOf(group: readonly string[]): Promise<{ output: string; code: number | string }> {
  const path = join(folder, group.join(' ').replaceAll('/', ' ').slice(-200))
  const file = await open(path, 'w')
  const child = spawn(process.execPath, [...RUNNER, ...group], { stdio: ['ignore', file.fd, file.fd], detached: true })
  const { pid = 0 } = child
  running.add(pid)
  const limit = setTimeout(() => endAllOf(pid), GROUP_LIMIT_MS)
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  clearTimeout(limit)
  endAllOf(pid)
  running.delete(pid)
  await file.close()
  return { output: await readFile(path, 'utf8'), code: code ?? `${signal}` }
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
