import type { SourceGenerator } from './generator.ts'
import type { Link } from './link.ts'

/** Time as the fleet sees it. */
export interface Pace {
  now(): number
  /** Resolves after so many milliseconds, or as soon as the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

interface Options {
  readonly sources: readonly SourceGenerator[]
  readonly link: Link
  readonly pace: Pace
  readonly signal: AbortSignal
  readonly onSent?: () => void
  /** Seconds between records; as the source has it in operation by default. It may change. */
  readonly secondsOf?: (source: SourceGenerator) => number
  /** A record that could not be sent; the unit continues. */
  readonly onLost: (error: unknown) => void
}

/** Lets a unit live: each source sends its records when they are due, until the signal is aborted. */
export async function runUnit(options: Options): Promise<void> {
  await Promise.all(options.sources.map((source) => runSource(source, options)))
}

/** The most that a delayed unit catches up on; older records are skipped. */
const MOST_CATCH_UP_MS = 10 * 60_000

async function runSource(
  source: SourceGenerator,
  { link, pace, signal, onSent, onLost, secondsOf = ({ liveSeconds }) => liveSeconds }: Options,
): Promise<void> {
  let done = pace.now()
  while (!signal.aborted) {
    const seconds = secondsOf(source)
    const step = seconds * 1000
    const next = (Math.floor(pace.now() / step) + 1) * step
    await pace.wait(next - pace.now(), signal)
    if (signal.aborted) return
    const until = pace.now() + 1
    const from = Math.max(done, until - MOST_CATCH_UP_MS)
    for (const record of source.recordsBetween(from, until, seconds)) {
      link.send(record).then(onSent, onLost)
    }
    done = until
  }
}
