import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startTestPostgres, TEST_POSTGRES } from '../server/src/testing/test-database.ts'
import { CHROMIUM_HINT } from './find-chromium.ts'
import { getChromium } from './get-chromium.ts'

interface Counts {
  passed: number
  failed: number
}

interface Stage {
  name: string
  command: readonly string[]
  /** How many tests ran, read from what was printed. A stage without tests counts as one. */
  count?: (output: string) => Counts
}

const countNodeTests = (output: string): Counts => ({
  passed: lastNumber(output, /^ℹ pass (\d+)$/gm),
  failed: lastNumber(output, /^ℹ fail (\d+)$/gm) + lastNumber(output, /^ℹ cancelled (\d+)$/gm),
})

const nodeTests = (name: string, files = `${name}/**/*.test.ts`): Stage => ({
  name,
  command: ['node', '--test', '--test-concurrency=2', '--test-reporter=spec', files],
  count: countNodeTests,
})

const groupedTests = (name: string): Stage => ({
  ...nodeTests(name),
  command: ['node', 'scripts/grouped-tests.ts', `${name}/**/*.test.ts`],
})

/** Everything that can be checked, cheapest first. */
const STAGES: readonly Stage[] = [
  { name: 'format', command: ['npm', 'run', '--silent', 'format:check'] },
  { name: 'lint', command: ['npm', 'run', '--silent', 'lint'] },
  { name: 'types', command: ['npm', 'run', '--silent', 'types'] },
  groupedTests('scripts'),
  groupedTests('contract'),
  groupedTests('simulator'),
  groupedTests('server'),
  groupedTests('bench'),
  {
    name: 'web',
    command: ['npm', 'test', '--silent', '--workspace', 'web'],
    count: (output) => ({
      passed: lastNumber(output, /^\s*Tests .*?(\d+) passed/gm),
      failed: lastNumber(output, /^\s*Tests .*?(\d+) failed/gm),
    }),
  },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
  {
    name: 'e2e',
    command: ['npm', 'test', '--silent', '--workspace', 'e2e'],
    count: (output) => ({
      passed: lastNumber(output, /^\s*(\d+) passed/gm),
      failed: lastNumber(output, /^\s*(\d+) failed/gm) + lastNumber(output, /^\s*(\d+) did not run/gm),
    }),
  },
]

/** Only when it is asked for, because it fetches older Nodes and installs the project three times: `npm test -- everything` does. */
const FRESH_MACHINE = nodeTests('machine', 'e2e/machine/*.test.ts')

/** Only when it is asked for by name, because it needs LibreOffice. */
const SPREADSHEET = nodeTests('spreadsheet', 'e2e/spreadsheet/*.test.ts')

/** Only when it is asked for by name, because it needs `pebble`, an authority of certificates for tests. */
const ACME = nodeTests('acme', 'e2e/acme/*.test.ts')

/** Only when it is asked for by name, after `npm run build`, because it needs Firefox: the walk without a mouse, once more. */
const FIREFOX = nodeTests('firefox', 'e2e/firefox/*.test.ts')

/** Only when it is asked for by name, because it fetches a PostgreSQL of a former major version. */
const FORMER_POSTGRES = nodeTests('postgres', 'e2e/postgres/*.test.ts')

/** Only when they are asked for by name, because they need the programs that the guides are about: Debian has them all. */
const PROXIES = nodeTests('proxies', 'e2e/guides/proxies.test.ts')

/** What the guides say of units, likewise. */
const UNITS = nodeTests('guides', 'e2e/guides/units.test.ts')

/** Only when it is asked for by name, because it makes packages and installs them, in a clean root too: minutes, and it needs root. */
const PACKAGE = nodeTests('package', 'e2e/package/*.test.ts')

/** Only when it is asked for by name, because it mounts a small disk, for which it must be root. */
const FULL_DISK = nodeTests('disk', 'e2e/disk/*.test.ts')

/** Only when it is asked for by name, because it takes a quarter of an hour: a portal that is killed a hundred times. */
const KILLS = nodeTests('kills', 'e2e/kills/*.test.ts')

/** Only when it is asked for by name, because it takes minutes: 200 random histories against naive models, with kills. */
const FUZZ = fuzz()

/** Only when it is asked for by name, after `npm run build`, because it takes a minute: a million lines by the browser. */
const MILLION: Stage = {
  name: 'million',
  command: [
    'env',
    'FIELDWATCH_IMPORT_LINES=1000000',
    'npm',
    'test',
    '--silent',
    '--workspace',
    'e2e',
    '--',
    'journeys/imports.spec.ts',
  ],
  count: (output) => ({
    passed: lastNumber(output, /^\s*(\d+) passed/gm),
    failed: lastNumber(output, /^\s*(\d+) failed/gm),
  }),
}

const ENVIRONMENT = { NO_COLOR: '1', FORCE_COLOR: '0' }

const only = process.argv.slice(2)
const stages = chooseStages()
if (stages.some((stage) => stage.name === 'e2e')) {
  const chromium = await getChromium(console.log)
  if (chromium === undefined) {
    console.error(CHROMIUM_HINT)
    process.exit(1)
  }
  process.env['CHROMIUM_PATH'] = chromium
}

/** How the runners mark a test that failed: Node.js, Playwright and Vitest. */
const FAILED_TEST = /^\s*(?:✖|✘|×|FAIL) .*[^:]$/gm

const total: Counts = { passed: 0, failed: 0 }
const failures = new Set<string>()
const postgres = await startTestPostgres()
try {
  for (const stage of stages) {
    const { passed, failed } = await run(stage)
    total.passed += passed
    total.failed += failed
  }
} finally {
  await postgres.close()
}
// Repeats failures at the end, as later stages may print many screens.
for (const failure of failures) console.log(failure)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

function chooseStages(): readonly Stage[] {
  if (only.length === 0) return STAGES
  const asked = [
    FRESH_MACHINE,
    SPREADSHEET,
    ACME,
    FIREFOX,
    FORMER_POSTGRES,
    FULL_DISK,
    MILLION,
    PROXIES,
    UNITS,
    PACKAGE,
    KILLS,
    FUZZ,
  ]
  const named = [...STAGES, ...asked].filter(({ name }) => only.includes(name))
  return only.includes('everything') ? [...STAGES, FRESH_MACHINE] : named
}

function fuzz(): Stage {
  const stage = nodeTests('fuzz', 'server/src/testing/fuzz/*.test.ts')
  const histories = process.env['FIELDWATCH_FUZZ'] ?? '200'
  return { ...stage, command: ['env', `FIELDWATCH_FUZZ=${histories}`, ...stage.command] }
}

async function run(stage: Stage): Promise<Counts> {
  const started = performance.now()
  console.log(`\n── ${stage.name}`)
  const [command = '', ...parameters] = stage.command
  const child = spawn(command, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...ENVIRONMENT, [TEST_POSTGRES]: postgres.server },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      process.stdout.write(text)
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  const counts = stage.count?.(output) ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  if (code === 0 && counts.passed === 0) {
    console.error(`${stage.name} ran no test`)
    counts.failed = 1
  }
  if (counts.failed > 0) {
    failures.add(`\n── ${stage.name}`)
    for (const [line] of output.matchAll(FAILED_TEST)) failures.add(line.trim())
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`── ${stage.name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds} s`)
  return counts
}

function lastNumber(text: string, pattern: RegExp): number {
  return Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0)
}
