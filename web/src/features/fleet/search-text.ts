/** What stands in the search box, which answers at each key, while the address follows behind. */
export interface SearchText {
  readonly text: string
  /** What the address said last. */
  readonly address: string
  /** Typed, and not yet seen in the address. */
  readonly onTheWay: readonly string[]
}

export function startText(address: string): SearchText {
  return { text: address, address, onTheWay: [] }
}

export function withTyped({ address, onTheWay }: SearchText, text: string): SearchText {
  return { text, address, onTheWay: [...onTheWay, text] }
}

/** The address changed. What was typed arrives late and is no news; anything else, as a link gives it, counts. */
export function withAddress({ text, onTheWay }: SearchText, address: string): SearchText {
  const place = onTheWay.lastIndexOf(address)
  if (place === -1) return startText(address)
  return { text, address, onTheWay: onTheWay.slice(place + 1) }
}
