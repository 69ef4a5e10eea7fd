/** A read returned other records than were sent, so no figure counts. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer'
}

export function insist(condition: boolean, message: () => string): void {
  if (!condition) throw new WrongAnswer(message())
}
