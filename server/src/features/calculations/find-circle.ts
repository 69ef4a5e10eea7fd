/** What is computed from what: for each calculated source the sources that its equation reads. */
export type Dependencies = ReadonlyMap<string, readonly string[]>

/** The path from a calculated source back to itself, its name first and last; undefined when there is none. */
export function findCircle(name: string, dependencies: Dependencies): readonly string[] | undefined {
  const seen = new Set<string>()
  const follow = (way: readonly string[]): readonly string[] | undefined => {
    for (const next of dependencies.get(way.at(-1) ?? '') ?? []) {
      if (next === name) return [...way, next]
      if (seen.has(next)) continue
      seen.add(next)
      const circle = follow([...way, next])
      if (circle !== undefined) return circle
    }
    return undefined
  }
  return follow([name])
}

/** The calculated sources that depend on one, directly or not, in an order in which each follows its inputs. */
export function findDependents(name: string, dependencies: Dependencies): string[] {
  const found: string[] = []
  const visit = (of: string): void => {
    for (const [dependent, inputs] of dependencies) {
      if (!inputs.includes(of) || found.includes(dependent)) continue
      visit(dependent)
      if (!found.includes(dependent)) found.unshift(dependent)
    }
  }
  visit(name)
  return found
}
