/** The years that PostgreSQL and ISO 8601 both can write with four digits. */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** A moment for a statement. What lies beyond all records is moved to where it still does. */
export function momentOf(at: number): Date {
  return new Date(Math.min(Math.max(at, EARLIEST), LATEST))
}
