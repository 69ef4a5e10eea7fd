import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { ENDPOINTS } from '#endpoints.ts'

/** What takes long for a long reply: parsing expressions, and the calendars of time zones. */
const COSTLY = /compile|parse|DateTimeFormat|RegExp|findAlertProblems|checkTemplate/

test('No reply checks again what was checked when it was written, where that takes long', () => {
  const costly = ENDPOINTS.flatMap(({ method, path, reply }) =>
    checksIn(reply, new Set())
      .filter((check) => COSTLY.test(check))
      .map((check) => `${method} ${path}: ${check}`),
  )
  assert.deepEqual(costly, [])
})

test('The walk over replies finds the checks in them', () => {
  const found = ENDPOINTS.flatMap(({ reply }) => checksIn(reply, new Set()))
  assert.ok(found.length > 100, `${found.length} checks were found`)
})

/** The code of the checks and transformations of a shape, nested ones included. */
function checksIn(shape: $ZodType, seen: Set<$ZodType>): string[] {
  if (seen.has(shape)) return []
  seen.add(shape)
  const { checks = [], ...def } = (shape as $ZodTypes)._zod.def
  const own = checks.flatMap(({ _zod: check }) => {
    if (check.def.check !== 'custom') return []
    // Of `refine` the definition has the function, of `superRefine` the check is it.
    const of: { readonly fn?: unknown; readonly check?: unknown } = 'fn' in check.def ? check.def : check
    return [String(of.fn ?? of.check)]
  })
  const transformed = 'transform' in def ? [String(def.transform)] : []
  const inner = Object.values(def).flatMap(shapesIn)
  return [...own, ...transformed, ...inner.flatMap((part) => checksIn(part, seen))]
}

/** Shapes directly in a value of a definition: alone, in a list, by key, or made when they are asked for. */
function shapesIn(value: unknown): $ZodType[] {
  if (Array.isArray(value)) return value.flatMap(shapesIn)
  if (typeof value !== 'object' || value === null) return []
  if ('_zod' in value) return [value as $ZodType]
  return Object.values(value).filter((one): one is $ZodType => typeof one === 'object' && one !== null && '_zod' in one)
}
