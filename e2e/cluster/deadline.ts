import { setTimeout as delay } from 'node:timers/promises'

const LOOK_EVERY_MS = 50

/** Waits until something is so. @throws Error with `what` when it is not within the time that is promised */
export async function within(
  milliseconds: number,
  what: string,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  const until = performance.now() + milliseconds
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error(`Not within ${milliseconds / 1_000} s: ${what}.`)
    await delay(LOOK_EVERY_MS)
  }
}
