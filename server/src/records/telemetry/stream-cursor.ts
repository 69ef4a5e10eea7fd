/**
 * Where a reader of a source is. While it catches up by time: everything that had arrived by `arrivedBy` is sent from `from`
 * on, up to and with `sent`. Otherwise in the order of arrival: everything that arrived up to and with `receivedAfter` is
 * sent; with `at`, of what arrived in that very moment only up to and with that time.
 */
export type StreamPosition =
  | { readonly kind: 'replay'; readonly from: number; readonly sent: number | undefined; readonly arrivedBy: number }
  | { readonly kind: 'arrivals'; readonly receivedAfter: number; readonly at: number | undefined }

/** Writes a position for `id:`, `Last-Event-ID` and `@cursor`. */
export function formatPosition(position: StreamPosition): string {
  return position.kind === 'replay'
    ? `r.${position.arrivedBy}.${position.from}.${position.sent ?? ''}`
    : `a.${position.receivedAfter}.${position.at ?? ''}`
}

/** Undefined for what was never a cursor. */
export function parsePosition(text: string): StreamPosition | undefined {
  const arrivals = /^a\.(\d{1,15})\.(\d{0,15})$/.exec(text)
  if (arrivals !== null) {
    return { kind: 'arrivals', receivedAfter: Number(arrivals[1]), at: numberOrNothing(arrivals[2]) }
  }
  const replay = /^r\.(\d{1,15})\.(-?\d{1,15})\.(\d{0,15})$/.exec(text)
  if (replay === null) return undefined
  return {
    kind: 'replay',
    arrivedBy: Number(replay[1]),
    from: Number(replay[2]),
    sent: numberOrNothing(replay[3]),
  }
}

function numberOrNothing(digits: string | undefined): number | undefined {
  return digits === undefined || digits === '' ? undefined : Number(digits)
}
