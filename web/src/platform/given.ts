/** What an object has a value for. */
export type Given<Parts> = { [Key in keyof Parts]?: Exclude<Parts[Key], undefined> }

/** An object without what is undefined: exact optional properties are left out instead. */
export function given<Parts extends object>(parts: Parts): Given<Parts> {
  const entries = Object.entries(parts).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Given<Parts>
}
