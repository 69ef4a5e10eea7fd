/** Whether this server is stopping. It still serves then, but is not ready, and ends each connection with the answer that it gives. */
export interface Stopping {
  readonly hasBegun: boolean
  readonly begin: () => void
}

export function createStopping(): Stopping {
  let hasBegun = false
  return {
    get hasBegun() {
      return hasBegun
    },
    begin: () => {
      hasBegun = true
    },
  }
}
