interface Waiting {
  readonly amount: number
  readonly begin: () => void
}

/** A shared amount of something, such as bytes or places: requests for more than is left wait in order. */
export function createBudget(capacity: number) {
  let left = capacity
  let queue: Waiting[] = []

  function serve(): void {
    for (let [next] = queue; next !== undefined && next.amount <= left; [next] = queue) {
      queue = queue.slice(1)
      left -= next.amount
      next.begin()
    }
  }

  return {
    waiting: (): number => queue.length,

    /**
     * Waits for an amount; call the result to release it. More than the capacity counts as all of it.
     * @throws the reason of the signal when it aborts first
     */
    take: (wanted: number, signal?: AbortSignal): Promise<() => void> =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const amount = Math.min(wanted, capacity)
        const stopWaiting = (): void => {
          queue = queue.filter((other) => other !== mine)
          reject(signal?.reason as Error)
          serve()
        }
        const mine: Waiting = {
          amount,
          begin: () => {
            signal?.removeEventListener('abort', stopWaiting)
            resolve(giveBackOnce(amount))
          },
        }
        signal?.addEventListener('abort', stopWaiting, { once: true })
        queue.push(mine)
        serve()
      }),
  }

  function giveBackOnce(amount: number): () => void {
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      left += amount
      serve()
    }
  }
}
