import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { preparedText } from '#platform/database/prepared.ts'
import { COLLECTED } from './statements.ts'

// Loaded before a test file by `scripts/keep-release.ts`: writes down what our code, and not the test, asks of the database.

const folder = process.env[COLLECTED] ?? ''
const found = new Set<string>()
// oxlint-disable-next-line typescript/unbound-method -- it is called with the client that it was called on
const { query } = pg.Client.prototype

Error.stackTraceLimit = 60
pg.Client.prototype.query = function collecting(this: pg.Client, ...asked: unknown[]): unknown {
  const [first] = asked as [string | { text?: string; name?: string }]
  const { text, name } = typeof first === 'string' ? { text: first } : first
  if (text !== undefined && !found.has(text) && isOurs(new Error().stack ?? ''))
    found.add(name === undefined || text.includes(preparedText(name)) ? text : `${preparedText(name)} ${text}`)
  return Reflect.apply(query, this, asked)
} as typeof query

process.on('exit', () => {
  if (folder !== '' && found.size > 0) writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...found]))
})

/** Whether the code that asks is neither a test nor a library of its own tables. */
function isOurs(stack: string): boolean {
  const asking = stack
    .split('\n')
    .find(
      (line) =>
        line.includes('/server/src/') &&
        !line.includes('/platform/database/prepared') &&
        !line.includes(import.meta.filename),
    )
  return asking !== undefined && !/\.test\.ts|\/testing\/|\/node_modules\//.test(asking)
}
