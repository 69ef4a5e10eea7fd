import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import type { Clock } from '#platform/time/clock.ts'
import type { DrawPdf } from './draw-pdf.ts'

/** A start of the browser takes up to 4 s of two busy processors. */
const DRAW_MS = 30_000
/** One that works can be removed, and one that doesn't can be mended. */
const WORKS_MS = 10 * MINUTE_MS
const FAILS_MS = MINUTE_MS

const PAGE = Buffer.from('<!doctype html><title>Check</title><p>Check</p><script>pageIsDrawn("")</script>')

/**
 * Draws a page with nothing but a word on it.
 * @throws Error when the browser can't be started, fails, or takes too long
 */
export async function drawCheckPage(draw: DrawPdf): Promise<void> {
  await draw({
    address: '/',
    answer: async () => ({ status: 200, headers: [['content-type', 'text/html']], body: PAGE }),
    locale: 'en',
    timeZone: 'UTC',
    foot: '<span></span>',
    signal: AbortSignal.timeout(DRAW_MS),
  })
}

interface CheckParts {
  readonly draw: DrawPdf
  readonly clock: Clock
  readonly onFailure: (error: unknown) => void
}

/** Says whether PDF can be drawn now. The first answer waits for a page that is drawn; later ones are at most ten minutes old. */
export function createBrowserCheck({ draw, clock, onFailure }: CheckParts): () => Promise<boolean> {
  let last: { readonly works: boolean; readonly at: number } | undefined
  let checking: Promise<boolean> | undefined
  return async () => {
    if (last === undefined) return check()
    if (clock() - last.at >= (last.works ? WORKS_MS : FAILS_MS)) void check()
    return last.works
  }

  function check(): Promise<boolean> {
    checking ??= drawCheckPage(draw)
      .then(
        () => true,
        (error: unknown) => {
          onFailure(error)
          return false
        },
      )
      .then((works) => {
        last = { works, at: clock() }
        checking = undefined
        return works
      })
    return checking
  }
}
