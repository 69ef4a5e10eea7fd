/** The times that PostgreSQL and ISO 8601 both write with four digits of the year. */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** A moment as a parameter, clamped to these times, beyond which there are no records. */
export function momentOf(at: number): Date {
  return new Date(Math.min(Math.max(at, EARLIEST), LATEST))
}
