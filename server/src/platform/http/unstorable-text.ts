import { sentence } from '@fieldwatch/contract/text/sentence'
import { fieldOf } from '@fieldwatch/contract/text/sentences'
import { isStorable } from '@fieldwatch/contract/text/text'
import { DomainError } from '#platform/errors/domain-error.ts'

/**
 * Refuses a request with a text, at any depth, that cannot be stored: with NUL or half of a surrogate pair.
 * @throws DomainError request/invalid, with the path of the first such text
 */
export function requireStorable(...parts: readonly unknown[]): void {
  for (const part of parts) {
    const path = findUnstorable(part)
    if (path === undefined) continue
    const message = sentence('fields.unstorable', { field: fieldOf(path) })
    throw new DomainError('request/invalid', { message, details: { fields: { [path.join('.')]: message } } })
  }
}

interface Step {
  readonly value: unknown
  readonly path: readonly string[]
}

/** Iterative, since a body may be nested thousands of levels deep. */
function findUnstorable(root: unknown): readonly string[] | undefined {
  const waiting: Step[] = [{ value: root, path: [] }]
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const { value, path } = step
    if (typeof value === 'string' && !isStorable(value)) return path
    if (typeof value !== 'object' || value === null || value instanceof File) continue
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorable(name)) return path
      if (typeof inner === 'string' || (typeof inner === 'object' && inner !== null)) {
        waiting.push({ value: inner, path: path.length < DEEPEST_SHOWN ? [...path, name] : path })
      }
    }
  }
  return undefined
}

/** The most levels of a path in an answer. */
const DEEPEST_SHOWN = 8
