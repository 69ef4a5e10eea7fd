import type { SourceGenerator } from '../generator.ts'

/** A configuration that a unit keeps while it lives, and the source whose records follow it. */
export interface Configured {
  /** The setting in requests. */
  readonly actionClass: string
  /** All of it, as the unit reports it. */
  readonly read: () => object
  /** Takes another one. Returns what is wrong with it, in words; then the old one stays. */
  readonly update: (configuration: unknown) => string | undefined
  /** In place of the source of that name that units have which keep no configuration. */
  readonly source: SourceGenerator
}

/** Whether something that is reported every so many seconds is due at a moment, in whole seconds. */
export function isDue(at: number, seconds: number): boolean {
  return Math.floor(at / 1000) % Math.max(1, Math.round(seconds)) === 0
}
