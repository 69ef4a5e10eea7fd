import pg from 'pg'
import { type ServedPortal, servePortal } from './served-portal.ts'

/** What a `killable-portal.ts` asks of the process. */
export interface Order {
  readonly id: number
  readonly name: Exclude<keyof ServedPortal, 'url'> | 'dieWithin'
  readonly argument: number
}

// A server with a clock of its parent, killed ahead of a statement: node fuzz-server.ts DATABASE_URL NOW
const [connectionString = '', now] = process.argv.slice(2)
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
  const done = name === 'dieWithin' ? Promise.resolve() : served[name](argument)
  done.then(
    () => process.send?.({ id }),
    (error: unknown) => process.send?.({ id, failure: String(error) }),
  )
})
process.send?.({ url: served.url })
