import { z } from 'zod'

/** Behind which entry a page of a history begins, as the page before told it in `next`. */
export const PagePosition = z
  .string()
  .regex(/^\d{1,15}\.\d{1,15}$/, 'This page can no longer be continued. Start again from the first page.')
