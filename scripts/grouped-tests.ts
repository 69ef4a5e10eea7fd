import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob } from 'node:fs/promises'

// node scripts/grouped-tests.ts PATTERN
//
// Runs test files in groups, each group in one process, which loads the modules of the server once: that takes longer than the tests of
// most files. Prints the counts of all groups at the end, as `node --test` does.

/** Each file may keep a server, and connections to the database, until its group ends. */
const FILES_A_GROUP = 8
const GROUPS_AT_ONCE = 2

const [pattern = ''] = process.argv.slice(2)
const files = await Array.fromAsync(glob(pattern, { exclude: ['**/node_modules/**'] }))
const groupCount = Math.ceil(files.length / FILES_A_GROUP)
// Files of one folder take about as long: spread over the groups, so that these do.
const groups = Object.values(Object.groupBy(files.toSorted(), (_, place) => place % groupCount))
const counts = { passed: 0, failed: 0 }
await Promise.all(Array.from({ length: GROUPS_AT_ONCE }, runGroups))
console.log(`ℹ pass ${counts.passed}\nℹ fail ${counts.failed}`)
process.exitCode = counts.failed === 0 ? 0 : 1

async function runGroups(): Promise<void> {
  for (let group = groups.shift(); group !== undefined; group = groups.shift()) await runGroup(group)
}

async function runGroup(group: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ['--test', '--test-isolation=none', '--test-reporter=spec', ...group], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [code] = (await once(child, 'close')) as [number | null]
  const failed = countOf(output, 'fail') + countOf(output, 'cancelled')
  counts.passed += countOf(output, 'pass')
  counts.failed += code === 0 ? 0 : Math.max(1, failed)
  console.log(output.replaceAll(/^ℹ .*\n?/gm, ''))
  if (code !== 0) console.log(`✖ ended with ${code}: ${group.join(' ')}`)
}

function countOf(output: string, kind: string): number {
  return Number(new RegExp(`^ℹ ${kind} (\\d+)$`, 'm').exec(output)?.[1] ?? 0)
}
