/**
 * A mean that weighs each value by the time for which it holds: until the next one, and not longer than a gap. Plain data, so that it is kept
 * between steps and as JSON.
 */
export interface HeldMean {
  /** The value that holds from `heldAt` on, at most until `heldTo`; null before the first one. */
  held: number | null
  heldAt: number
  heldTo: number
  /** What was before: for how long values held, and their sum over that time with what its additions rounded off. */
  heldMs: number
  sum: number
  lost: number
}

/** Keeps the sum of the largest numbers over ten years finite. A power of two changes no digit. */
const SCALE = 2 ** -60

export function emptyMean(): HeldMean {
  return { held: null, heldAt: 0, heldTo: 0, heldMs: 0, sum: 0, lost: 0 }
}

/** From a moment on, another value holds. */
export function holdValue(mean: HeldMean, value: number, { at, to }: { at: number; to: number }): void {
  passTime(mean, at)
  mean.held = value
  mean.heldAt = at
  mean.heldTo = to
}

/** For how long the value holds from its moment on until another one. */
export function heldUntil({ held, heldAt, heldTo }: HeldMean, until: number): number {
  return held === null ? 0 : Math.max(0, Math.min(until, heldTo) - heldAt)
}

/** Null before the first value. A value that has not lasted counts where there is no other. */
export function meanUntil(mean: HeldMean, until: number): number | null {
  const whole = { ...mean }
  passTime(whole, until)
  const { heldMs, sum, lost, held } = whole
  return heldMs > 0 ? (sum + lost) / heldMs / SCALE : held
}

function passTime(mean: HeldMean, until: number): void {
  const lasted = heldUntil(mean, until)
  if (lasted === 0 || mean.held === null) return
  mean.heldMs += lasted
  // Neumaier: what each addition rounds off is added up too.
  const value = mean.held * SCALE * lasted
  const next = mean.sum + value
  mean.lost += Math.abs(mean.sum) >= Math.abs(value) ? mean.sum - next + value : value - next + mean.sum
  mean.sum = next
}
