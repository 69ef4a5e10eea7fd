/** A line over all charts of a page, at one moment. */
export interface VerticalLine {
  readonly on: boolean
  /** Its position in epoch milliseconds; undefined while it is not shown. */
  readonly at: number | undefined
  /** It stays where it is; otherwise it follows the pointer. */
  readonly pinned: boolean
}

export type VerticalLineEvent =
  | { type: 'switched'; on: boolean }
  /** The pointer is over a moment, or has left the plot area. */
  | { type: 'pointed'; at: number | undefined }
  /** A click, or a key that acts as one. */
  | { type: 'clicked'; at: number }
  /** A key moves it, pinned or not. */
  | { type: 'moved'; at: number }

export const NO_VERTICAL_LINE: VerticalLine = { on: false, at: undefined, pinned: false }

/** What becomes of the line (specification, document 1, section 4). */
// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive, and the compiler checks it
export function verticalLineStep(line: VerticalLine, event: VerticalLineEvent): VerticalLine {
  if (event.type === 'switched') return event.on === line.on ? line : { ...NO_VERTICAL_LINE, on: event.on }
  if (!line.on) return line
  switch (event.type) {
    case 'pointed':
      return line.pinned || line.at === event.at ? line : { ...line, at: event.at }
    case 'clicked':
      return { ...line, at: event.at, pinned: !line.pinned }
    case 'moved':
      return { ...line, at: event.at }
  }
}

/** The line that the charts of a page share. */
export interface VerticalLineStore {
  current: () => VerticalLine
  subscribe: (listener: () => void) => () => void
  tell: (event: VerticalLineEvent) => void
}

export function createVerticalLine(): VerticalLineStore {
  const listeners = new Set<() => void>()
  let line = NO_VERTICAL_LINE
  return {
    current: () => line,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell: (event) => {
      const next = verticalLineStep(line, event)
      if (next === line) return
      line = next
      for (const listener of listeners) listener()
    },
  }
}
