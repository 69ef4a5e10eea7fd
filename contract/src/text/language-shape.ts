import { z } from 'zod'
import { LANGUAGES } from './languages.ts'

export const LanguageShape = z.enum(LANGUAGES)
