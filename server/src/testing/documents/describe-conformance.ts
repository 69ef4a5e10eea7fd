import { globSync } from 'node:fs'
import { readDocument, REPOSITORY } from './document-tables.ts'
import { taggedTests } from './tagged-tests.ts'

export const CONFORMANCE_PAGE = 'docs/development/conformance.md'

/** What extensions add is in neither specification. */
const TESTS = '{contract,messages,server,web,simulator,cli,e2e}/**/*.{test,spec}.{ts,tsx}'

/** The first two cells of a row: the id of a statement and its text. */
const STATEMENT = /^\| (?<id>\d-\d-\d{2,3}) *\| (?<text>(?:\\\||[^|])*?) *\|.*$/gm

/** By statement, and then by file, the titles of tests. */
type TestsOfStatements = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

/** From the tags in all files with tests of the core. */
export function testsOfStatements(): TestsOfStatements {
  const found = new Map<string, Map<string, string[]>>()
  const paths = globSync(TESTS, { cwd: REPOSITORY, exclude: ['**/node_modules', '**/dist'] }).sort()
  for (const path of paths)
    for (const { title, statements } of taggedTests(readDocument(path)))
      for (const id of statements) {
        const files = found.get(id) ?? new Map<string, string[]>()
        found.set(id, files.set(path, [...(files.get(path) ?? []), title]))
      }
  return found
}

export function statementsOf(page: string): string[] {
  return [...page.matchAll(STATEMENT)].map(({ groups: { id = '' } = {} }) => id)
}

/** The page with the tests of each statement; the statements stay as they are. */
export function describeConformance(page: string, tests: TestsOfStatements): string {
  return page.replaceAll(STATEMENT, (_row, id: string, text: string) => {
    const files = [...(tests.get(id) ?? [])].map(
      ([path, titles]) => `\`${path}\` ${titles.map((title) => `“${title}”`).join(', ')}`,
    )
    return `| ${id} | ${text} | ${files.join('; ').replaceAll('|', '\\|')} |`
  })
}
