import { z } from 'zod'
import { labelOf } from './sentences.ts'

/**
 * Texts that people write. Every one is well-formed Unicode without NUL, and nothing in it turns the text around it: the pieces
 * below make the shapes of all requests.
 */

/** Half of a surrogate pair, or NUL: no store and no other program can keep them. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

/** Overrides of the direction of writing, with which a text reads as another one than it is. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/

const LINE_BREAKS = /[\n\r\v\f\u0085\u2028\u2029]/

const CONTROLS = /[^\P{Cc}\n\r\t\v\f\u0085]/u

/** A blank, or one without a width. */
const BLANK = /[\s\u200B\u2060\uFEFF]/

/** Nothing that can be seen: blanks, marks, joiners, fillers. */
const INVISIBLE = /^[\p{C}\p{Z}\p{M}\u115F\u1160\u3164\uFFA0\u2800]*$/u

/** Without the blanks at either end. An expression that looks for the last ones begins anew at every blank in between. */
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

/** As `line`, with the blanks around it, such as what stands before a value. */
export function phrase(max: number) {
  return oneLine(z.string().max(max))
}

/** A text of any number of lines. */
export function longText(max: number) {
  return z.string().max(max).refine(isPlain, UNFIT)
}

function oneLine(text: z.ZodString) {
  return text
    .refine((value) => !LINE_BREAKS.test(value), { error: ({ path }) => `${labelOf(path)} has to be on one line.` })
    .refine(isPlain, UNFIT)
}

const UNFIT = {
  error: ({ path }: z.core.$ZodRawIssue): string =>
    `${labelOf(path)} has a character in it that cannot be kept or shown.`,
}

function isPlain(text: string): boolean {
  return isStorable(text) && !TURNS.test(text) && !CONTROLS.test(text)
}
