/** A command that can't be run as it was written, or files that can't be used; the message is for the person who wrote them. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
