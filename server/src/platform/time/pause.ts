import { setTimeout as delay } from 'node:timers/promises'

/** Waits. Injected, so that tests need not. */
export type Pause = (milliseconds: number) => Promise<void>

export const systemPause: Pause = (milliseconds) => delay(milliseconds)
