import { z } from 'zod'
import { sentence } from './sentence.ts'
import { fieldOf } from './sentences.ts'

/**
 * Shapes of texts in requests. Each is well-formed Unicode without NUL, and contains nothing that reverses the text around it.
 */

/** False for half of a surrogate pair or NUL, which stores and other programs cannot hold. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

/** Direction overrides, which make a text read as another one. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/

const LINE_BREAKS = /[\n\r\v\f\u0085\u2028\u2029]/

const CONTROLS = /[^\P{Cc}\n\r\t\v\f\u0085]/u

/** A blank, or one without a width. */
const BLANK = /[\s\u200B\u2060\uFEFF]/

/** Nothing that can be seen: blanks, marks, joiners, fillers. */
const INVISIBLE = /^[\p{C}\p{Z}\p{M}\u115F\u1160\u3164\uFFA0\u2800]*$/u

/** Removes blanks at both ends, in linear time: a regular expression for the trailing ones would restart at every blank. */
function withoutBlanksAround(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && BLANK.test(text.charAt(start))) start += 1
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function tidy(text: string): string {
  const trimmed = withoutBlanksAround(text)
  return isStorable(trimmed) && !CONTROLS.test(trimmed) && !TURNS.test(trimmed) && INVISIBLE.test(trimmed)
    ? ''
    : trimmed
}

/** A name or another text of one line, without blanks around it; what cannot be seen counts as empty. */
export function line(max: number) {
  return oneLine(z.string().overwrite(tidy).max(max))
}

/** As `line`, but keeps surrounding blanks, for example in the prefix of a value. */
export function phrase(max: number) {
  return oneLine(z.string().max(max))
}

/** A text of any number of lines. */
export function longText(max: number) {
  return z.string().max(max).refine(isPlain, UNFIT)
}

function oneLine(text: z.ZodString) {
  return text
    .refine((value) => !LINE_BREAKS.test(value), {
      error: ({ path }) => sentence('fields.one-line', { field: fieldOf(path) }),
    })
    .refine(isPlain, UNFIT)
}

const UNFIT = {
  error: ({ path }: z.core.$ZodRawIssue): string => sentence('fields.unfit', { field: fieldOf(path) }),
}

function isPlain(text: string): boolean {
  return isStorable(text) && !TURNS.test(text) && !CONTROLS.test(text)
}
