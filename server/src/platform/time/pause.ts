import { setTimeout as delay } from 'node:timers/promises'

/** Resolves after a time, or at once when the signal is aborted. It keeps no process alive unless `ref` says so. Never rejects. */
export async function pause(milliseconds: number, signal: AbortSignal, { ref = true } = {}): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal, ref })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
