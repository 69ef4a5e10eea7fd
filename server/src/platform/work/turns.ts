export interface Turns<Owner> {
  /** Runs work when it is the turn of its owner; of one owner in the order in which it was given. */
  run<Result>(owner: Owner, work: () => Promise<Result>): Promise<Result>
  /** How much work of an owner waits. */
  waiting(owner: Owner): number
  /** Resolves when no work is left. */
  idle(): Promise<void>
}

/** Shares what all use between owners: each has one turn before another has its second, however much one of them waits with. */
export function createTurns<Owner>({ atOnce }: { readonly atOnce: number }): Turns<Owner> {
  /** In the order of their next turns. */
  const queues = new Map<Owner, (() => Promise<void>)[]>()
  let running = 0
  let idle = Promise.withResolvers<void>()
  return {
    run: <Result>(owner: Owner, work: () => Promise<Result>): Promise<Result> => {
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const queue = queues.get(owner) ?? []
      queue.push(() => work().then(resolve, reject))
      queues.set(owner, queue)
      serve()
      return promise
    },
    waiting: (owner) => queues.get(owner)?.length ?? 0,
    idle: async () => {
      if (running > 0) await idle.promise
    },
  }

  function serve(): void {
    while (running < atOnce) {
      const next = takeNext()
      if (next === undefined) return
      running += 1
      void next().finally(end)
    }
  }

  function end(): void {
    running -= 1
    serve()
    if (running > 0) return
    idle.resolve()
    idle = Promise.withResolvers()
  }

  function takeNext(): (() => Promise<void>) | undefined {
    for (const [owner, queue] of queues) {
      queues.delete(owner)
      const next = queue.shift()
      if (queue.length > 0) queues.set(owner, queue)
      return next
    }
    return undefined
  }
}
