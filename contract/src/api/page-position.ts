import { z } from 'zod'

/** The entry after which a page of a history begins: `next` of the previous page. */
export const PagePosition = z.string().regex(/^\d{1,15}\.\d{1,15}$/, 'fields.page-ended')
