import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readDocument, REPOSITORY, tableRows } from './document-tables.ts'
import { titlesOfTests } from './titles-of-tests.ts'

interface NamedTest {
  path: string
  title: string
}

interface Row {
  id: string
  builtIn: string[]
  tests: NamedTest[]
  /** What the cell with the tests has besides them. */
  besides: string
  state: string
}

/** A file in backticks and the title of one of its tests in quotation marks. */
const NAMED_TEST = /`([^`]+)` “([^”]+)”/g

const paths = (cell: string): string[] => [...cell.matchAll(/[\w@./$-]+\.\w+/g)].map(([path]) => path)

const rows: Row[] = tableRows(readDocument('docs/development/conformance.md'))
  .filter(([id]) => /^\d-\d-\d{2,3}$/.test(id ?? ''))
  .map(([id = '', , builtIn = '', tests = '', state = '']) => ({
    id,
    builtIn: paths(builtIn),
    tests: [...tests.matchAll(NAMED_TEST)].map(([, path = '', title = '']) => ({ path, title })),
    besides: tests.replaceAll(NAMED_TEST, '').replaceAll(/[,\s—]/g, ''),
    state,
  }))

const built = rows.filter((row) => row.state === 'built')
const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path) && existsSync(join(REPOSITORY, path))

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

  it('names for every built row existing files and at least one test', () => {
    const bad = built.filter(
      ({ builtIn, tests, besides }) =>
        builtIn.length === 0 ||
        tests.length === 0 ||
        besides !== '' ||
        !builtIn.every((path) => existsSync(join(REPOSITORY, path))) ||
        !tests.every(({ path }) => isTest(path)),
    )

    assert.deepEqual(bad, [])
  })

  it('names tests by titles that their files have', () => {
    const titles = new Map<string, ReadonlySet<string>>()
    const hasTitle = ({ path, title }: NamedTest): boolean => {
      const known = titles.get(path) ?? new Set(titlesOfTests(readFileSync(join(REPOSITORY, path), 'utf8')))
      titles.set(path, known)
      return known.has(title)
    }
    const bad = built.flatMap(({ id, tests }) =>
      tests.filter((test) => isTest(test.path) && !hasTitle(test)).map((test) => ({ id, ...test })),
    )

    assert.deepEqual(bad, [])
  })
})
