import { act, fireEvent } from '@testing-library/react'
import type { SeenRequest } from './fake-server.ts'

/** What a browser reports of the clicks of a double click, and of two presses of a key. */
const CLICKS = [1, 2, 0, 0]

/** A double click and two presses of a key, all of them before the app draws anything again: only the first may do something. */
export function pressTwice(control: HTMLElement): void {
  act(() => {
    for (const detail of CLICKS) fireEvent.click(control, { detail })
  })
}

/**
 * What was sent with the only request of its kind, such as `POST /api/v1/devices`.
 * @throws Error when there is none, or more than one
 */
export function onlyBody(seen: readonly SeenRequest[], kind: string): unknown {
  const [first, ...more] = seen.filter(({ method, path }) => `${method} ${path}` === kind)
  if (first === undefined || more.length > 0) throw new Error(`${more.length + (first ? 1 : 0)} requests: ${kind}`)
  return first.body
}
