import { type Context, createContext, use } from 'react'

/** A context and the hook that reads it, which throws `missing` where nothing around it provides a value. */
export function createRequiredContext<T>(missing: string): readonly [Context<T | undefined>, () => T] {
  const Required = createContext<T | undefined>(undefined)
  return [
    Required,
    function useRequired() {
      const value = use(Required)
      if (value === undefined) throw new Error(missing)
      return value
    },
  ]
}
