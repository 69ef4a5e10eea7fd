/** Behind which entry of a history a page begins. */
export interface Position {
  readonly at: number
  readonly id: number
}

/** The cursor for the next page; null when there is none. */
export function formatPosition(position: Position | undefined): string | null {
  return position === undefined ? null : `${position.at}.${position.id}`
}

/** The contract has seen that it is one. */
export function readPosition(text: string | undefined): Position | undefined {
  const [at, id] = text?.split('.').map(Number) ?? []
  return at === undefined || id === undefined ? undefined : { at, id }
}
