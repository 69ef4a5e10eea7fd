import type { Plugin } from 'vite'

/**
 * Fails a build in which files import one another in a circle: one of them would run before what it needs, which shows as a part that
 * does not load, and only to those who open that page first.
 */
export function refuseChunkCircles(): Plugin {
  return {
    name: 'refuse-chunk-circles',
    generateBundle(_, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk')
      const circle = findCircle(new Map(files.map(({ fileName, imports }) => [fileName, imports])))
      if (circle !== undefined) this.error(`files import one another in a circle: ${circle.join(' → ')}`)
    },
  }
}

/** The files of a circle of imports, the first one again at its end; undefined when there is none. */
export function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const path: string[] = []

  const follow = (file: string): string[] | undefined => {
    const start = path.indexOf(file)
    if (start >= 0) return [...path.slice(start), file]
    if (done.has(file)) return undefined
    path.push(file)
    for (const imported of imports.get(file) ?? []) {
      const circle = follow(imported)
      if (circle !== undefined) return circle
    }
    path.pop()
    done.add(file)
    return undefined
  }

  for (const file of imports.keys()) {
    const circle = follow(file)
    if (circle !== undefined) return circle
  }
  return undefined
}
