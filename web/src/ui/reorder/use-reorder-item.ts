import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Edge, landingPlace } from './reordered.ts'
import type { Reorder } from './use-reorder.ts'

interface ReorderItem<E extends HTMLElement> {
  readonly item: RefObject<E | null>
  /** What it is dragged by. */
  readonly handle: RefObject<HTMLSpanElement | null>
  /** The edge at which what is held over it would land. */
  readonly edge: Edge | undefined
  readonly isDragged: boolean
}

/** Lets one thing of a list be dragged, and others be dropped on it. */
export function useReorderItem<E extends HTMLElement>({ list, move }: Reorder, index: number): ReorderItem<E> {
  const item = useRef<E>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const [edge, setEdge] = useState<Edge>()
  const [isDragged, setDragged] = useState(false)
  const place = useEffectEvent(() => index)
  const drop = useEffectEvent((from: number, over: Edge) => {
    setEdge(undefined)
    move(from, landingPlace({ from, on: index, edge: over }))
  })

  useEffect(() => {
    const [element, dragHandle] = [item.current, handle.current]
    if (element === null || dragHandle === null) return undefined
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ list, index: place() }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['list'] === list && source.element !== element,
        onDrag: ({ location }) => setEdge(edgeOf(element, location.current.input.clientY)),
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ source, location }) => {
          drop(Number(source.data['index']), edgeOf(element, location.current.input.clientY))
        },
      }),
    )
  }, [list])

  return { item, handle, edge, isDragged }
}

function edgeOf(element: Element, y: number): Edge {
  const { top, height } = element.getBoundingClientRect()
  return y < top + height / 2 ? 'top' : 'bottom'
}
