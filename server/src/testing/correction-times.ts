import { it } from 'node:test'

/** How long steps of corrections look at records, by how a test is called that runs with it. */
const TIMES = new Map([
  ['', undefined],
  [', in steps that are over at once', 0],
])

export type CorrectionTimes = ReturnType<typeof createCorrectionTimes>

/**
 * For tests of what late records change: declares each twice, with steps as long as they are, and with such that are over at once, as
 * on a busy machine. Give `correctForMs` to the application.
 */
export function createCorrectionTimes() {
  let now: number | undefined
  return {
    correctForMs: (): number | undefined => now,

    it: (title: string, run: () => Promise<void>): void => {
      for (const [how, forMs] of TIMES) {
        void it(`${title}${how}`, async () => {
          now = forMs
          try {
            await run()
          } finally {
            now = undefined
          }
        })
      }
    },
  }
}
