/** How long after a kill something went on, in milliseconds, for each that has to. */
export interface Returns {
  readonly times: readonly number[]
  readonly missing: readonly string[]
}

/**
 * Notes when things work again after a kill: when the first record is seen of each that was measured after it. Things that never work again are
 * missing.
 */
export function createRecoveryTimes(names: readonly string[]) {
  let killedAt = Infinity
  let waiting = new Set<string>()
  let times: number[] = []
  return {
    begin: (): void => {
      killedAt = Date.now()
      waiting = new Set(names)
      times = []
    },
    see: (name: string, measuredAt: number): void => {
      if (measuredAt > killedAt && waiting.delete(name)) times.push(Date.now() - killedAt)
    },
    areAll: (): boolean => waiting.size === 0,
    result: (): Returns => ({ times, missing: [...waiting] }),
  }
}
