import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#platform/texts.ts'

interface Things {
  readonly count: number
  /** How a thing is called, as in "Level is now at position 2 of 3." */
  readonly nameOf: (index: number) => string
  readonly onMove: (from: number, to: number) => void
}

/** A list whose things are moved by dragging (`useReorderItem`) or by a button (`MoveButtons`). */
export interface Reorder extends Omit<Things, 'onMove'> {
  /** Tells the lists of a page apart. */
  readonly list: string
  readonly move: (from: number, to: number) => void
  /** What was moved last, for a screen reader: to be shown by `ReorderNote`. */
  readonly note: string
}

export function useReorder({ count, nameOf, onMove }: Things): Reorder {
  const list = useId()
  const [note, setNote] = useState('')

  function move(from: number, to: number): void {
    if (from === to) return
    // The focus stays on what was moved.
    const focused = document.activeElement
    const name = nameOf(from)
    flushSync(() => {
      onMove(from, to)
      setNote(t('ui.reorder.moved', { name, place: to + 1, count }))
    })
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
  }

  return { list, count, nameOf, move, note }
}
