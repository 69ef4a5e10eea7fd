export interface Counts {
  passed: number
  failed: number
}

export interface Stage {
  name: string
  command: readonly string[]
  /** How many processes it keeps busy; one without a load runs alone. */
  load?: number
  /** The stages that it needs, if they run. */
  after?: readonly string[]
  /** How many tests ran, read from what was printed. A stage without tests counts as one. */
  count?: (output: string) => Counts
}

/** Only when it is asked for, because it fetches older Nodes and installs the project three times: `npm test -- everything` does. */
export const FRESH_MACHINES: Stage = {
  ...nodeTests('machine', 'e2e/machine/*.test.ts'),
  load: 1,
  after: ['build'],
}

/** Kills, restarts and attacks whole portals. */
const PROCESSES: Stage = { ...journeysOf('process'), name: 'processes', load: 1 }

/** Alone: browsers keep both cores busy. */
const JOURNEYS: Stage = { ...journeysOf('journeys', 'extensions'), name: 'journeys' }

/** What needs Chromium. */
export const IN_BROWSERS: readonly Stage[] = [PROCESSES, JOURNEYS]

/** In the order in which they begin: what others wait for, what takes long beside others, the rest. */
export const CHECKS: readonly Stage[] = [
  { name: 'build', command: ['npm', 'run', '--silent', 'build'], load: 1 },
  { name: 'lint', command: ['npm', 'run', '--silent', 'lint'], load: 2 },
  { name: 'format', command: ['npm', 'run', '--silent', 'format:check'], load: 1 },
  FRESH_MACHINES,
  { name: 'types', command: ['npm', 'run', '--silent', 'types'], load: 2 },
  groupedTests('server', { load: 2 }),
  groupedTests('extensions'),
  groupedTests('scripts'),
  groupedTests('contract'),
  groupedTests('messages'),
  groupedTests('simulator'),
  groupedTests('cli'),
  groupedTests('bench'),
  { ...nodeTests('examples', 'e2e/guides/examples.test.ts'), load: 1 },
  PROCESSES,
  {
    name: 'web',
    command: ['npm', 'test', '--silent', '--workspace', 'web'],
    load: 2,
    count: (output) => ({
      passed: lastNumber(output, /^\s*Tests .*?(\d+) passed/gm),
      failed: lastNumber(output, /^\s*Tests .*?(\d+) failed/gm),
    }),
  },
  JOURNEYS,
]

/** Only when they are asked for by name. */
export const ON_REQUEST: readonly Stage[] = [
  // Takes each extension out of a copy, and all of them. Takes many minutes.
  {
    name: 'without',
    command: ['node', 'scripts/without.ts'],
    count: (output) => ({ passed: output.match(/^✔/gm)?.length ?? 0, failed: output.match(/^✖/gm)?.length ?? 0 }),
  },
  // Needs LibreOffice.
  nodeTests('spreadsheet', 'e2e/spreadsheet/*.test.ts'),
  // Queries with Prometheus' own client, and tests the alert rules. Needs Debian's package `prometheus`.
  nodeTests('promtool', 'e2e/promtool/*.test.ts'),
  // Needs `pebble`, an authority of certificates for tests.
  nodeTests('acme', 'extensions/acme/e2e/*.test.ts'),
  // The walk without a mouse once more, after `npm run build`. Needs Firefox.
  nodeTests('firefox', 'e2e/firefox/*.test.ts'),
  // Fetches a PostgreSQL of a former major version.
  nodeTests('postgres', 'e2e/postgres/*.test.ts'),
  // Mounts a small disk, which needs root.
  nodeTests('disk', 'e2e/disk/*.test.ts'),
  // Imports a million lines in the browser, after `npm run build`. Takes a minute.
  withSetting('FIELDWATCH_IMPORT_LINES=1000000', {
    ...JOURNEYS,
    name: 'million',
    command: [...JOURNEYS.command, 'record-imports/journeys/imports.spec.ts'],
  }),
  // A wallboard runs for thirty days over ten restarts and a change of the certificate, after `npm run build`. Takes minutes.
  withSetting('FIELDWATCH_MONTH=1', {
    ...JOURNEYS,
    name: 'month',
    command: [...JOURNEYS.command, 'boards/journeys/board-month.spec.ts'],
  }),
  // What the guides say. These need the programs that the guides are about: Debian has them all.
  nodeTests('proxies', 'e2e/guides/proxies.test.ts'),
  nodeTests('guides', 'e2e/guides/units.test.ts', 'e2e/guides/doors.test.ts'),
  // Makes packages and installs them, in a clean root too. Takes minutes and needs root.
  nodeTests('package', 'e2e/package/*.test.ts'),
  // Kills a portal a hundred times. Takes a quarter of an hour.
  nodeTests('kills', 'e2e/kills/*.test.ts'),
  // Compares 200 random histories with naive models, with kills. Takes minutes.
  withSetting(
    `FIELDWATCH_FUZZ=${process.env['FIELDWATCH_FUZZ'] ?? '200'}`,
    nodeTests('fuzz', 'server/src/testing/fuzz/*.test.ts'),
  ),
]

function nodeTests(name: string, ...files: readonly string[]): Stage {
  return {
    name,
    command: ['node', '--test', '--test-concurrency=2', '--test-reporter=spec', ...files],
    count: countNodeTests,
  }
}

function groupedTests(name: string, { load } = { load: 1 }): Stage {
  return { name, command: ['node', 'scripts/grouped-tests.ts', `${name}/**/*.test.ts`], count: countNodeTests, load }
}

/**
 * The tests of projects of Playwright. Each stage empties its folder of results at first. Node reads TypeScript itself: Playwright's own
 * compiler takes six seconds of processor time for what our tests import.
 */
function journeysOf(...projects: readonly string[]): Stage {
  const parameters = [...projects.map((one) => `--project=${one}`), `--output=test-results/${projects[0]}`]
  return withSetting('PW_DISABLE_TS_ESM=1', {
    name: projects.join(' and '),
    command: ['npm', 'test', '--silent', '--workspace', 'e2e', '--', ...parameters],
    after: ['build'],
    count: countPlaywrightTests,
  })
}

function withSetting(setting: string, stage: Stage): Stage {
  return { ...stage, command: ['env', setting, ...stage.command] }
}

function countNodeTests(output: string): Counts {
  return {
    passed: lastNumber(output, /^ℹ pass (\d+)$/gm),
    failed: lastNumber(output, /^ℹ fail (\d+)$/gm) + lastNumber(output, /^ℹ cancelled (\d+)$/gm),
  }
}

function countPlaywrightTests(output: string): Counts {
  return {
    passed: lastNumber(output, /^\s*(\d+) passed/gm),
    failed: lastNumber(output, /^\s*(\d+) failed/gm) + lastNumber(output, /^\s*(\d+) did not run/gm),
  }
}

function lastNumber(text: string, pattern: RegExp): number {
  return Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0)
}
