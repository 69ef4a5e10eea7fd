import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { ENDPOINTS } from '#endpoints.ts'

type JsonSchema =
  | boolean
  | ({ readonly [key: string]: unknown } & { readonly type?: string; readonly properties?: object })

/** Paths within a shape at which an object takes whatever it is given. */
function openObjects(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap((one, index) => openObjects(one, `${path}/${index}`))
  const { type, properties, additionalProperties } = schema as Exclude<JsonSchema, boolean>
  const open = type === 'object' && properties !== undefined && additionalProperties === undefined
  const below = Object.entries(schema).flatMap(([name, part]) => openObjects(part, `${path}/${name}`))
  return open ? [path === '' ? '/' : path, ...below] : below
}

describe('the bodies of requests', () => {
  for (const { method, path, body, access } of ENDPOINTS) {
    if (body instanceof z.ZodUndefined || access === 'unit') continue
    it(`of ${method} ${path} take nothing that they do not name, at any depth`, () => {
      const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })

      assert.deepEqual(openObjects(schema), [])
    })
  }
})
