/** What the next message of a connection waits for: that the last one has begun, and that it is over. */
interface Last {
  readonly begun: Promise<unknown>
  readonly over: Promise<unknown>
}

const NOTHING: Last = { begun: Promise.resolve(), over: Promise.resolve() }

/**
 * Keeps the messages of a connection in order without waiting for each commit. A message begins once the one before has begun,
 * even if that failed, and returns a promise for its result; it is over once the one before is over too.
 */
export function createMessageOrder<Connection extends object>() {
  const lasts = new WeakMap<Connection, Last>()
  return {
    next: <Result>(connection: Connection, begin: () => Promise<{ stored: Promise<Result> }>): Promise<Result> => {
      const before = lasts.get(connection) ?? NOTHING
      const begun = before.begun.then(begin)
      const stored = begun.then((message) => message.stored)
      const over = before.over.then(() => stored)
      // A failure is only reported to the caller of this message.
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
