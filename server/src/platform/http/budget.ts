interface Waiting {
  readonly amount: number
  readonly begin: () => void
}

export type Budget = ReturnType<typeof createBudget>

/** An amount of something, such as bytes or places, that many share: who wants more than is left waits for their turn. */
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
     * Waits for an amount; call the result once it is free again. More than there is at all counts as all of it.
     * @throws the reason of the signal when it is aborted before
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
