import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 200

/** Repeats a step, as a program does while the portal is away, until it succeeds or the deadline has passed. */
export async function persist<T>(step: () => Promise<T>, { withinMs = 120_000 } = {}): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await delay(PAUSE_MS)
    }
  }
}

/** Asks again until the answer satisfies, and fails with the last answer. */
export async function until<T>(
  what: string,
  ask: () => Promise<T>,
  isRight: (answer: T) => boolean,
  { withinMs = 120_000 } = {},
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const answer = await persist(ask)
    if (isRight(answer)) return answer
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}: ${JSON.stringify(answer)}`)
    await delay(PAUSE_MS)
  }
}
