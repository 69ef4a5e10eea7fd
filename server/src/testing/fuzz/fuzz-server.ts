import pg from 'pg'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import { type ServedPortal, servePortal } from './served-portal.ts'

/** What a `killable-portal.ts` asks of the process. */
export interface Order {
  readonly id: number
  readonly name: Exclude<keyof ServedPortal, 'url'> | 'dieWithin'
  readonly argument: number
}

// A server with a clock of its parent, killed ahead of a statement: node fuzz-server.ts DATABASE_URL NOW
const [connectionString = '', now] = process.argv.slice(2)
const LOOKS = 10
let statementsLeft = Infinity
const query = Reflect.get(pg.Client.prototype, 'query') as (...parameters: unknown[]) => unknown
const queryOrDie = function (this: pg.Client, ...parameters: unknown[]): unknown {
  statementsLeft -= 1
  if (statementsLeft <= 0) process.kill(process.pid, 'SIGKILL')
  return Reflect.apply(query, this, parameters)
}
Object.assign(pg.Client.prototype, { query: queryOrDie })
const served = await servePortal(connectionString, Number(now))
process.on('disconnect', () => process.exit())
process.on('message', ({ id, name, argument }: Order) => {
  if (name === 'dieWithin') statementsLeft = argument
  const done = name === 'dieWithin' ? Promise.resolve() : obey(() => served[name](argument))
  done.then(
    () => process.send?.({ id }),
    (error: unknown) => process.send?.({ id, failure: String(error) }),
  )
})
process.send?.({ url: served.url })

/** On a busy machine no connection may be free for seconds: the portal would continue with its next poll. */
async function obey(order: () => Promise<void>): Promise<void> {
  for (let left = LOOKS; ; left -= 1) {
    try {
      await order()
      return
    } catch (error) {
      const failures: unknown[] = error instanceof AggregateError ? error.errors : [error]
      if (left === 0 || !failures.every(isDatabaseAway)) throw error
    }
  }
}
