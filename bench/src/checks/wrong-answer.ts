/** A read that did not answer what was sent: no figure counts any more. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer'
}

export function insist(condition: boolean, message: () => string): void {
  if (!condition) throw new WrongAnswer(message())
}
