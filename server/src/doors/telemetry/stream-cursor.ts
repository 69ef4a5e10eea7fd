/**
 * The position of a client in a source. During a replay: records that had arrived by `arrivedBy` are sent from `from` up to
 * `sent`, inclusive. Otherwise in the order of arrival: everything up to `receivedAfter` is sent, inclusive; with `at`, of the
 * arrivals at that very moment only those up to that time.
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

/** Undefined for an invalid cursor. */
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
