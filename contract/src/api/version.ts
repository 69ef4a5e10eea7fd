import { z } from 'zod'

/** Counts the changes that users make to a thing. */
export const Version = z.number().int()

/**
 * In a change: the version that it was made from. If the thing has changed since, the change is refused; left out, the change
 * replaces whatever is there. `If-Match` says the same as a header.
 */
export const SeenVersion = z.number().int().optional()

/** The same in a form, where everything is a text. */
export const SeenVersionText = z.coerce.number<string | number>().int().optional()
