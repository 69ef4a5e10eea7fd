/**
 * Detects when work has stopped making progress. `isOver` is asked again and again with how far the work is; it
 * is true once that has not changed for `patienceMs`.
 */
export function createPatience(patienceMs: number, now: () => number = () => performance.now()) {
  let last: number | undefined
  let since = now()
  return {
    isOver: (progress: number): boolean => {
      if (progress !== last) since = now()
      last = progress
      return now() - since >= patienceMs
    },
  }
}
