/** The text of the search box, which reacts at each key while the address follows later. */
export interface SearchText {
  readonly text: string
  /** The last search of the address. */
  readonly address: string
  /** Typed texts that have not reached the address yet. */
  readonly onTheWay: readonly string[]
}

export function startText(address: string): SearchText {
  return { text: address, address, onTheWay: [] }
}

export function withTyped({ address, onTheWay }: SearchText, text: string): SearchText {
  return { text, address, onTheWay: [...onTheWay, text] }
}

/** The address changed. A typed text that arrives late is ignored; anything else, such as a link, replaces the text. */
export function withAddress({ text, onTheWay }: SearchText, address: string): SearchText {
  const place = onTheWay.lastIndexOf(address)
  if (place === -1) return startText(address)
  return { text, address, onTheWay: onTheWay.slice(place + 1) }
}
