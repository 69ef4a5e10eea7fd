export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** What a file or the portal says of a thing, by key. */
export type Content = Readonly<Record<string, Json>>

/** Without what is undefined, as JSON has it. */
export function toContent(value: object): Content {
  return JSON.parse(JSON.stringify(value)) as Content
}

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value says as much as if it were left out. */
export function isNothing(value: Json | undefined): boolean {
  if (isObject(value)) return false
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Whether two values are equal, whatever the order of their keys. */
export function isEqual(one: Json | undefined, other: Json | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item: Json, index) => isEqual(item, other[index] as Json))
  if (!isObject(one) || !isObject(other)) return one === other
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => key in other && isEqual(one[key], other[key]))
}
