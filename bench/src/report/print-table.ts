import { cpus } from 'node:os'
import type { Result } from './result.ts'
import { formatTable } from './table.ts'

interface Run {
  readonly quick: boolean
  /** What runs what is measured, such as `Node 24.21.0`. */
  readonly engine: string
  readonly print?: (text: string) => void
}

/**
 * Measures, which adds to the results part by part, and prints the table. A run that meets a wrong answer still shows what it measured
 * before.
 */
export async function printTable(
  { quick, engine, print = console.log }: Run,
  measure: (results: Result[]) => Promise<void>,
): Promise<void> {
  const started = performance.now()
  const results: Result[] = []
  try {
    await measure(results)
  } finally {
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    const processor = cpus()[0]?.model ?? 'unknown processor'
    print(`\n${quick ? 'A quick run' : 'A run'} of ${seconds} s with ${engine}, on ${cpus().length} × ${processor}.\n`)
    print(formatTable(results))
  }
}
