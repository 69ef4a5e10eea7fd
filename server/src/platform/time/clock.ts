import { setTimeout as delay } from 'node:timers/promises'

/** Now, in epoch milliseconds. Injected, so that tests advance time instead of waiting. */
export type Clock = () => number

export const systemClock: Clock = Date.now

/** Waits. Injected, so that tests need not. */
export type Pause = (milliseconds: number) => Promise<void>

export const systemPause: Pause = (milliseconds) => delay(milliseconds)
