import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const SOURCES = join(import.meta.dirname, '..')
/** A test of many random histories of a whole application. */
const IS_PROPERTY = /fc\.assert|shuffled\(/
/** What late records are looked at by. */
const CORRECTS = /\b(?:events|calculations|alerts|alertCorrections)\.run\(/
/** The only property there is about texts. */
const WITHOUT_LATE_RECORDS = 'features/events/event-reports.test.ts'

describe('property tests of what late records change', () => {
  it('run also with steps that are over at once', () => {
    const tests = globSync('features/**/*.test.ts', { cwd: SOURCES })
      .map((path) => ({ path, text: readFileSync(join(SOURCES, path), 'utf8') }))
      .filter(({ path, text }) => path !== WITHOUT_LATE_RECORDS && IS_PROPERTY.test(text) && CORRECTS.test(text))
    assert.ok(tests.length >= 5, tests.map(({ path }) => path).join())

    const others = tests.filter(({ text }) => !text.includes('times.it('))
    assert.deepEqual(
      others.map(({ path }) => path),
      [],
    )
  })
})
