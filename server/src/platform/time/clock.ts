/** Now, in epoch milliseconds. Injected, so that tests advance time instead of waiting. */
export type Clock = () => number

export const systemClock: Clock = Date.now
