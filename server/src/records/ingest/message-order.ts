/** What the messages of one connection wait for: the one before has begun, the one before is over. */
interface Last {
  readonly begun: Promise<unknown>
  readonly over: Promise<unknown>
}

const NOTHING: Last = { begun: Promise.resolve(), over: Promise.resolve() }

/**
 * Keeps the messages of a connection in order, without letting each wait until the one before is stored. A message begins when
 * the one before has begun, however that went, and hands back what it then waits for; it is over when the one before is over too.
 */
export function createMessageOrder<Connection extends object>() {
  const lasts = new WeakMap<Connection, Last>()
  return {
    next: <Result>(connection: Connection, begin: () => Promise<{ stored: Promise<Result> }>): Promise<Result> => {
      const before = lasts.get(connection) ?? NOTHING
      const begun = before.begun.then(begin)
      const stored = begun.then((message) => message.stored)
      const over = before.over.then(() => stored)
      // A failure is told once: to who waits for this message.
      lasts.set(connection, { begun: settled(begun), over: settled(over) })
      void settled(stored)
      return over
    },
  }
}

function settled(promise: Promise<unknown>): Promise<void> {
  return promise.then(
    () => undefined,
    () => undefined,
  )
}
