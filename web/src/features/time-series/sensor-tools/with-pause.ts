import { PAUSE_MARKER } from './reading.ts'

/** Whether the sensor is paused. */
export function isPaused(pausedData: readonly string[]): boolean {
  return pausedData.includes(PAUSE_MARKER)
}

/** The paused collections of a unit with its sensor paused or running; the others stay as they are. */
export function withPause(pausedData: readonly string[], { paused }: { paused: boolean }): string[] {
  const others = pausedData.filter((name) => name !== PAUSE_MARKER)
  return paused ? [...others, PAUSE_MARKER] : others
}
