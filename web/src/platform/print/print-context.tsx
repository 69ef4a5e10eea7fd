import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'

export interface Printing {
  /** When the page began to be printed, in epoch milliseconds; undefined on the screen. */
  readonly since: number | undefined
  /** Opens the browser's dialog, from which the page can be printed or saved as PDF. */
  readonly print: () => void
}

const PrintContext = createContext<Printing>({ since: undefined, print: () => globalThis.print() })

/** The width of the text on A4 paper between its margins, in pixels; Letter is slightly wider. */
export const PAPER_WIDTH = 700

export const usePrinting = (): Printing => use(PrintContext)

/** Knows when the page is printed: what a style sheet cannot redraw is redrawn before the browser takes its picture. */
export function PrintProvider({ children }: { children: ReactNode }) {
  const [since, setSince] = useState<number>()

  useEffect(() => {
    // The browser takes the page as it is when the listener returns.
    const begin = (): void => flushSync(() => setSince((before) => before ?? Date.now()))
    const end = (): void => setSince(undefined)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])

  const printing = useMemo(
    () => ({
      since,
      print: () => {
        setSince(Date.now())
        // Canvases draw with the next frame, which the dialog would keep back.
        requestAnimationFrame(() => requestAnimationFrame(() => globalThis.print()))
      },
    }),
    [since],
  )
  return <PrintContext value={printing}>{children}</PrintContext>
}
