import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-lint-'))
after(() => rm(folder, { recursive: true, force: true }))

interface Case {
  readonly what: string
  readonly file: string
  readonly text: string
  /** What lint says of it; undefined: nothing. */
  readonly says: string | undefined
}

const CASES: readonly Case[] = [
  {
    what: 'an import from the floor below is welcome',
    file: 'server/src/people/users/a.ts',
    text: `import { a } from '#platform/time/clock.ts'\nexport const b = a`,
    says: undefined,
  },
  {
    what: 'an import from a floor above is refused',
    file: 'server/src/platform/time/a.ts',
    text: `import { a } from '#people/users/user-store.ts'\nexport const b = a`,
    says: 'platform is below people',
  },
  {
    what: 'an import of a type from a floor above is refused',
    file: 'web/src/ui/components/a.ts',
    text: `import type { A } from '../../features/fleet/fleet-queries.ts'\nexport type B = A`,
    says: 'ui is below features',
  },
  {
    what: 'an import of what puts the floors together is refused',
    file: 'server/src/records/live/a.ts',
    text: `export { a } from '../../compose.ts'`,
    says: 'records is put together above',
  },
  {
    what: 'an import from one feature into another is refused',
    file: 'web/src/features/fleet/a.ts',
    text: `import type { A } from '#features/settings/user-queries.ts'\nexport type B = A`,
    says: 'What fleet and settings share',
  },
  {
    what: 'a test may look at everything',
    file: 'server/src/platform/time/a.test.ts',
    text: `import { a } from '#people/users/user-store.ts'\nexport const b = a`,
    says: undefined,
  },
  ...[
    `export const reply = new Response('{}')`,
    `export const reply = Response.json({ status: 'success' })`,
    `import { vi } from 'vitest'\nvi.stubGlobal('fetch', () => undefined)`,
    `import { vi } from 'vitest'\nvi.spyOn(globalThis, 'fetch')`,
    `globalThis.fetch = () => Promise.reject(new Error('away'))`,
  ].map((text, place) => ({
    what: `a web test that answers requests itself is refused (${place + 1})`,
    file: `web/src/features/fleet/replies-${place}.test.ts`,
    text,
    says: 'Answer with createFakeServer',
  })),
  {
    what: 'a hook of each test at the top level of a file is refused',
    file: 'server/src/people/users/hooks.test.ts',
    text: `import { afterEach } from 'node:test'\nafterEach(() => undefined)`,
    says: 'a hook runs for the tests of all',
  },
  {
    what: 'a hook of each test in a suite is welcome',
    file: 'server/src/people/users/suite.test.ts',
    text: `import { beforeEach, describe } from 'node:test'\ndescribe('a', () => {\n  beforeEach(() => undefined)\n})`,
    says: undefined,
  },
  {
    what: 'a statement outside a store is refused',
    file: 'server/src/people/users/list-users.ts',
    text: `export const list = (db: { selectFrom(table: string): unknown }) => db.selectFrom('app_user')`,
    says: 'SQL is at home',
  },
  {
    what: 'a text in a component is refused',
    file: 'web/src/features/legal/a.tsx',
    text: `export const A = () => <p>Read <b>this</b></p>`,
    says: 'People read this',
  },
  {
    what: 'a text in a property that people read is refused, whichever way it is chosen',
    file: 'web/src/features/legal/b.tsx',
    text: `export const B = ({ on }: { on: boolean }) => <button type="button" aria-label={on ? 'Stop' : 'Start'} />`,
    says: 'People read this',
  },
  {
    what: 'a text in a template is refused',
    file: 'web/src/features/legal/c.tsx',
    text: 'export const C = ({ name }: { name: string }) => <img alt={`Logo of ${name}`} />',
    says: 'People read this',
  },
  {
    what: 'a text of the catalogue is allowed, and so is what people don’t read',
    file: 'web/src/features/legal/d.tsx',
    text: `import { t } from './texts.ts'\nexport const D = () => <p className="lead" title={t('legal.terms.title')}>{1} · {t('legal.terms.lead')}</p>`,
    says: undefined,
  },
  {
    what: 'a text that is read at the top of a file is refused',
    file: 'web/src/features/legal/e.ts',
    text: `import { t } from './texts.ts'\nexport const TITLE = t('legal.terms.title')`,
    says: 'may not have arrived',
  },
  {
    what: 'a text in a test is welcome',
    file: 'web/src/features/legal/f.test.tsx',
    text: `export const F = () => <p>Read this</p>`,
    says: undefined,
  },
  {
    what: 'a statement in a store is welcome',
    file: 'server/src/people/users/list-store.ts',
    text: `export const list = (db: { selectFrom(table: string): unknown }) => db.selectFrom('app_user')`,
    says: undefined,
  },
  {
    what: 'an import of Kysely outside a store is refused',
    file: 'server/src/people/users/count-users.ts',
    text: `import { sql } from 'kysely'\nexport const one = sql`,
    says: 'SQL is at home',
  },
  {
    what: 'an expression that goes back over what it has read is refused',
    file: 'server/src/records/imports/guess.ts',
    text: `export const isList = (text: string) => /^(?:[a-z]+,?)+$/.test(text)`,
    says: 'repeats within',
  },
  {
    what: 'an expression that is looked for again from each character of a row is refused',
    file: 'contract/src/names.ts',
    text: `export const trim = (name: string) => name.replace(/[_-]+$/, '')`,
    says: 'is looked for again from each of them',
  },
  {
    what: 'two parts of an expression that match the same are refused',
    file: 'contract/src/numbers.ts',
    text: String.raw`export const isNumber = (text: string) => /^\d+\.?\d*$/.test(text)`,
    says: 'match the same',
  },
  {
    what: 'an expression that is put together is refused',
    file: 'server/src/records/imports/word.ts',
    text: 'export const isWord = (text: string, word: string) => new RegExp(`^${word}$`).test(text)',
    says: 'Write the expression as a literal',
  },
  {
    what: 'an expression whose time grows with its input is welcome',
    file: 'contract/src/words.ts',
    text: String.raw`export const isWord = (text: string) => /^[a-z]+(?:\.[a-z]+)*$/.test(text)`,
    says: undefined,
  },
  {
    what: 'a circle of types is refused',
    file: 'server/src/people/users/round.ts',
    text: `import type { A } from './about.ts'\nexport interface B { a: A }`,
    says: 'Dependency cycle detected',
  },
  {
    what: 'a circle of rooms is refused, by way of a third room and for types too',
    file: 'server/src/fleet/labels/label.ts',
    text: `import type { Sim } from '#fleet/sims/sim.ts'\nexport type Label = Sim`,
    says: 'fleet/labels → fleet/sims → fleet/places → fleet/labels',
  },
  {
    what: 'a circle of rooms is refused in each of its rooms',
    file: 'server/src/fleet/sims/sim.ts',
    text: `export { place as sim, type Place as Sim } from '../places/place.ts'`,
    says: 'fleet/sims → fleet/places → fleet/labels → fleet/sims',
  },
  {
    what: 'a circle of rooms of the contract is refused',
    file: 'contract/src/people/user.ts',
    text: `import { SIMS } from '../units/sims.ts'\nexport const user = SIMS`,
    says: 'src/people → src/units → src/people',
  },
  {
    what: 'an import from a room of the same floor that needs nothing back is welcome',
    file: 'server/src/fleet/map/map.ts',
    text: `import { a } from '#fleet/labels/other.ts'\nexport const map = a`,
    says: undefined,
  },
  {
    what: 'an import of an extension into the core is refused',
    file: 'server/src/people/users/extended.ts',
    text: `import { a } from '@fieldwatch/visits/server/extension'\nexport const b = a`,
    says: 'The core works without visits',
  },
  {
    what: 'an import of an extension into a test of the core is refused',
    file: 'e2e/journeys/extended.ts',
    text: `import { a } from '../../extensions/visits/server/extension.ts'\nexport const b = a`,
    says: 'The core works without visits',
  },
  {
    what: 'the list of the extensions imports them',
    file: 'server/src/extensions.ts',
    text: `export { a } from '@fieldwatch/visits/server/extension'`,
    says: undefined,
  },
  {
    what: 'an import of an entry file of the core into an extension is welcome',
    file: 'extensions/visits/server/extension.ts',
    text: `import { a } from '@fieldwatch/server/platform/time/clock'\nexport const b = a`,
    says: undefined,
  },
  {
    what: 'an import of another file of the core into an extension is refused',
    file: 'extensions/visits/server/visits.ts',
    text: `import { a } from '@fieldwatch/server/platform/time/other'\nexport const b = a`,
    says: 'platform/time/other is no entry file of the core',
  },
  {
    what: 'an import of an extension that the package does not name is refused',
    file: 'extensions/visits/server/trips.ts',
    text: `import { a } from '@fieldwatch/trips/server/extension'\nexport const b = a`,
    says: 'visits does not name @fieldwatch/trips',
  },
  {
    what: 'SQL outside a store of an extension is refused',
    file: 'extensions/visits/server/read-visits.ts',
    text: `import { sql } from 'kysely'\nexport const a = sql`,
    says: 'SQL is at home in *-store.ts',
  },
  {
    what: 'SQL in a migration of an extension is welcome',
    file: 'extensions/visits/server/migrations/0900-visits.ts',
    text: `import { sql } from 'kysely'\nexport const a = sql`,
    says: undefined,
  },
]

/** The other half of the circle. */
const ABOUT = `import type { B } from './round.ts'\nexport interface A { b: B }`

/** The last third of the circle of rooms: no file of it is in a circle. */
const PLACE = `import { a } from '#fleet/labels/other.ts'\nexport const place = a\nexport type Place = typeof a`

const SIMS = `import { EMAIL } from '../people/email.ts'\nexport const SIMS = EMAIL`

test('Lint keeps the floors, the stores, the way of imports and the time of expressions', async (t) => {
  const { files } = await prepare()
  const said = await lint(files)
  for (const { what, file, says } of CASES) {
    await t.test(what, () => {
      const of = said.filter(({ filename }) => filename.endsWith(file)).map(({ message }) => message)
      if (says === undefined) assert.deepEqual(of, [])
      else
        assert.ok(
          of.some((message) => message.includes(says)),
          `${file}: ${JSON.stringify(of)}`,
        )
    })
  }
})

/** The cases as files of a project that is linted by our own rules. */
async function prepare(): Promise<{ files: string[] }> {
  const files = [
    ...CASES.map(({ file, text }) => ({ file, text })),
    { file: 'server/src/people/users/about.ts', text: ABOUT },
    { file: 'server/src/fleet/places/place.ts', text: PLACE },
    { file: 'contract/src/units/sims.ts', text: SIMS },
    { file: 'extensions/trips/server/extension.ts', text: 'export const a = 1' },
    { file: 'extensions/visits/package.json', text: '{}' },
    { file: 'server/src/entries.json', text: '["platform/time/clock"]' },
  ]
  for (const { file, text } of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), `${text}\n`)
  }
  const plugin = join(ROOT, 'scripts/lint/house-rules.ts')
  const rules = {
    'house/floors': 'error',
    'house/extension-imports': 'error',
    'house/room-circles': 'error',
    'house/sql-in-stores': 'error',
    'house/hooks-in-suites': 'error',
    'house/replies-by-contract': 'error',
    'house/linear-expressions': 'error',
    'house/no-text-literals': 'error',
    'house/texts-when-shown': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
  }
  const config = { plugins: ['import'], jsPlugins: [plugin], categories: { correctness: 'off' }, rules }
  await writeFile(join(folder, '.oxlintrc.json'), JSON.stringify(config))
  return { files: files.map(({ file }) => file).filter((file) => /\.tsx?$/.test(file)) }
}

function lint(files: readonly string[]): Promise<{ filename: string; message: string }[]> {
  const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint')
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [oxlint, '--format=json', ...files], { cwd: folder }, (_error, stdout, stderr) => {
      try {
        resolve((JSON.parse(stdout) as { diagnostics: { filename: string; message: string }[] }).diagnostics)
      } catch {
        reject(new Error(stdout + stderr))
      }
    })
  })
}
