import { z } from 'zod'
import { FILE_FORMATS } from './table.ts'

/** The format of a download. */
export const AskedFormat = z.enum(FILE_FORMATS).default('csv')
