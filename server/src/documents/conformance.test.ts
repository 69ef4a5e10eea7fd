import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readDocument, REPOSITORY, tableRows } from './document-tables.ts'

interface Row {
  id: string
  builtIn: string[]
  tests: string[]
  state: string
}

const paths = (cell: string): string[] => [...cell.matchAll(/[\w@./$-]+\.\w+/g)].map(([path]) => path)

const rows: Row[] = tableRows(readDocument('docs/conformance.md'))
  .filter(([id]) => /^\d-\d-\d{2,3}$/.test(id ?? ''))
  .map(([id = '', , builtIn = '', tests = '', state = '']) => ({
    id,
    builtIn: paths(builtIn),
    tests: paths(tests),
    state,
  }))

describe('the conformance page', () => {
  it('has a row for each statement, with an id of its own', () => {
    assert.ok(rows.length > 700, `${rows.length} rows`)
    assert.equal(new Set(rows.map((row) => row.id)).size, rows.length)
  })

  it('knows no state but built and open', () => {
    assert.deepEqual(
      rows.filter((row) => row.state !== 'built' && row.state !== 'open'),
      [],
    )
  })

  it('names for every built row an existing file and an existing test', () => {
    const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)
    const bad = rows
      .filter((row) => row.state === 'built')
      .filter(
        (row) =>
          row.builtIn.length === 0 ||
          row.tests.length === 0 ||
          !row.tests.every(isTest) ||
          ![...row.builtIn, ...row.tests].every((path) => existsSync(join(REPOSITORY, path))),
      )

    assert.deepEqual(bad, [])
  })
})
