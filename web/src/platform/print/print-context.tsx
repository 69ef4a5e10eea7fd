import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

interface Printing {
  /** When the page began to be printed, in epoch milliseconds; undefined on the screen. */
  readonly since: number | undefined
  /** Opens the browser's dialog, from which the page can be printed or saved as PDF. */
  readonly print: () => void
  /** Registers what `print` loads first, called when the printing begins. Returns how to withdraw it. */
  readonly prepare: (load: Load) => () => void
}

type Load = (since: number) => Promise<unknown>

const PrintContext = createContext<Printing>({
  since: undefined,
  print: () => globalThis.print(),
  prepare: () => () => undefined,
})

/** The width of the text on A4 paper between its margins, in pixels; Letter is slightly wider. */
export const PAPER_WIDTH = 700

export const usePrinting = (): Printing => use(PrintContext)

/** Knows when the page is printed: what a style sheet cannot redraw is redrawn before the browser takes its picture. */
export function PrintProvider({ children }: { children: ReactNode }) {
  const [since, setSince] = useState<number>()
  const loads = useRef(new Set<Load>())

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
        const began = Date.now()
        // What cannot be loaded is printed as it is on the screen.
        void Promise.allSettled([...loads.current].map((load) => load(began))).then(() => {
          setSince(began)
          // Canvases draw with the next frame, which the dialog would keep back.
          requestAnimationFrame(() => requestAnimationFrame(() => globalThis.print()))
        })
      },
      prepare: (load: Load) => {
        loads.current.add(load)
        return () => void loads.current.delete(load)
      },
    }),
    [since],
  )
  return <PrintContext value={printing}>{children}</PrintContext>
}
