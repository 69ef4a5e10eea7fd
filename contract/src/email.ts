import { z } from 'zod'

export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .min(3, 'Enter an email address.')
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'Enter an email address.')
