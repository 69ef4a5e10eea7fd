import { z } from 'zod'

/** Counts the changes of a thing that people make. */
export const Version = z.number().int()

/**
 * In a change: the version that it was made from. When the thing has changed since, the change is refused; left out, what is sent
 * replaces whatever is there. `If-Match` says the same as a header.
 */
export const SeenVersion = z.number().int().optional()

/** The same in a form, where everything is a text. */
export const SeenVersionText = z.coerce.number<string | number>().int().optional()
