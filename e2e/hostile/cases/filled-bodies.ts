import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { z } from 'zod'

/** What a JSON Schema says of a value, as far as a body is filled by it. */
interface Shape {
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: string
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | boolean
  readonly items?: Shape
  readonly contentEncoding?: string
}

/** Puts a value where a body has a field of this name. */
type Fill = (name: string) => unknown

/** The shapes of bodies, which are asked for with each of their cases. */
const shapes = new WeakMap<z.ZodType, Shape>()

function shapeOf({ body }: AnyEndpoint): Shape {
  const known = shapes.get(body)
  if (known !== undefined) return known
  const shape = z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' }) as Shape
  shapes.set(body, shape)
  return shape
}

/**
 * The bodies of an endpoint with a value in each of its fields: one for each of the shapes that it may have.
 * @throws Error where it has no fields, so that no hostile value would reach anything
 */
export function filledBodies(endpoint: AnyEndpoint, fill: Fill): object[] {
  const shape = shapeOf(endpoint)
  const filled = alternativesOf(shape).flatMap(({ properties }) =>
    properties === undefined ? [] : [Object.fromEntries(Object.keys(properties).map((name) => [name, fill(name)]))],
  )
  if (filled.length === 0) throw new Error(`The body of ${endpoint.method} ${endpoint.path} has no fields to fill`)
  return filled
}

/**
 * As `filledBodies`, with the value in the fields of the objects within: what is a list or an object stays one, and what may have one
 * of several shapes has each of them in one of the bodies. None where a body has no objects within.
 */
export function deeplyFilledBodies(endpoint: AnyEndpoint, fill: Fill): unknown[] {
  const shape = shapeOf(endpoint)
  const isDeep = alternativesOf(shape).some(({ properties = {} }) => Object.values(properties).some(holdsObjects))
  return isDeep ? valuesOf(shape, 'body', fill) : []
}

/** The fields of a form that take a file, and those that take a text. */
export function formFields(endpoint: AnyEndpoint): { files: string[]; texts: string[] } {
  const fields = Object.entries(shapeOf(endpoint).properties ?? {})
  const takesFile = (shape: Shape): boolean => alternativesOf(shape).some((one) => one.contentEncoding === 'binary')
  return {
    files: fields.filter(([, shape]) => takesFile(shape)).map(([name]) => name),
    texts: fields.filter(([, shape]) => !takesFile(shape)).map(([name]) => name),
  }
}

function alternativesOf(shape: Shape): readonly Shape[] {
  const among = shape.anyOf ?? shape.oneOf
  return among === undefined ? [shape] : among.flatMap(alternativesOf)
}

function holdsObjects(shape: Shape): boolean {
  return alternativesOf(shape).some(
    ({ type, items }) => type === 'object' || (items !== undefined && holdsObjects(items)),
  )
}

function valuesOf(shape: Shape, name: string, fill: Fill): unknown[] {
  const alternatives = alternativesOf(shape)
  if (alternatives.length > 1) {
    const objects = alternatives.filter(holdsObjects)
    return objects.length === 0 ? [fill(name)] : objects.flatMap((one) => valuesOf(one, name, fill))
  }
  const [{ properties, items, additionalProperties, ...plain } = {}] = alternatives
  // What says which shape a value has stays, so that the rest is read.
  if (plain.const !== undefined) return [plain.const]
  if (plain.enum !== undefined) return [plain.enum[0]]
  if (properties !== undefined) return together(properties, fill)
  if (items !== undefined && holdsObjects(items)) return valuesOf(items, name, fill).map((value) => [value])
  if (typeof additionalProperties === 'object') {
    return valuesOf(additionalProperties, 'key', fill).map((value) => ({ key: value }))
  }
  return [fill(name)]
}

/** As many objects as one of the fields has values; the others repeat theirs. */
function together(properties: Readonly<Record<string, Shape>>, fill: Fill): object[] {
  const fields = Object.entries(properties).map(([name, shape]) => [name, valuesOf(shape, name, fill)] as const)
  const count = Math.max(1, ...fields.map(([, values]) => values.length))
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(fields.map(([name, values]) => [name, values[index % values.length]])),
  )
}
