import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OF_TESTS, type Place, placeOf, targetOf } from './places.ts'

interface Node {
  readonly source?: { readonly value: unknown } | null
}

interface Context {
  readonly filename: string
  report(problem: { node: unknown; message: string }): void
}

/** Which rooms of its own floor each room imports from: the others are below, or refused already. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>

const SPECIFIER = /\b(?:from|import)\s*\(?\s*'([.#][^'\n]*)'/g

/** By the folder with the floors; lint reads it once. */
const graphs = new Map<string, Graph>()

/** No room imports from one that needs it, by way of others of its floor too, types included. */
export const roomCircles = {
  create(context: Context) {
    const { filename } = context
    const place = placeOf(filename)
    const from = nameOf(place)
    if (place === undefined || from === undefined || OF_TESTS.test(filename)) return {}
    const look = (node: Node) => {
      const target = typeof node.source?.value === 'string' ? targetOf(filename, node.source.value) : undefined
      const to = target === undefined ? undefined : nameOf(placeOf(target))
      if (to === undefined || to === from) return
      const back = findWay(graphOf(place.root), to, from)
      if (back === undefined) return
      const circle = [from, ...back].join(' → ')
      context.report({ node: node.source, message: `Rooms import each other in a circle: ${circle}.` })
    }
    return {
      ImportDeclaration: look,
      ExportNamedDeclaration: look,
      ExportAllDeclaration: look,
      ImportExpression: look,
      TSImportType: look,
    }
  },
}

function nameOf(place: Place | undefined): string | undefined {
  return place?.floor === undefined || place.room === undefined ? undefined : `${place.floor}/${place.room}`
}

function graphOf(root: string): Graph {
  const known = graphs.get(root)
  if (known !== undefined) return known
  const graph = new Map<string, Set<string>>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const place = placeOf(file)
    const from = nameOf(place)
    if (from === undefined || !/\.tsx?$/.test(entry.name) || OF_TESTS.test(file)) continue
    const rooms = graph.get(from) ?? new Set()
    graph.set(from, rooms)
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(SPECIFIER)) {
      const to = placeOf(targetOf(file, specifier) ?? '')
      const room = nameOf(to)
      if (room !== undefined && room !== from && to?.floor === place?.floor) rooms.add(room)
    }
  }
  graphs.set(root, graph)
  return graph
}

/** The rooms on the shortest way from one to another, both included; undefined: there is none. */
function findWay(graph: Graph, from: string, to: string): string[] | undefined {
  const ways = [[from]]
  const seen = new Set([from])
  for (const way of ways) {
    const last = way.at(-1) ?? from
    if (last === to) return way
    for (const next of graph.get(last) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return undefined
}
