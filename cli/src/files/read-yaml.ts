import { sentencesIn } from '@fieldwatch/messages/server-sentences'
import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, type Document, parseAllDocuments } from 'yaml'
import type { z } from 'zod'

export interface FilePlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** What is wrong with a file, and where. */
export interface FileProblem extends FilePlace {
  readonly message: string
}

type Path = readonly PropertyKey[]

/** One document of a file. */
export interface ReadDocument<T> {
  readonly content: T
  /** Where the value at a path is, or what comes nearest to it. */
  readonly placeOf: (path: Path) => FilePlace
}

interface ReadFile<T> {
  readonly documents: readonly ReadDocument<T>[]
  readonly problems: readonly FileProblem[]
}

/** The most values that anchors of a file may expand to, so that a small file does not become a large one. */
const MOST_ALIASES = 1_000

/** Reads a file of YAML by a schema, and says of each problem in which line it is. */
export function readYaml<S extends z.ZodType>(file: string, text: string, schema: S): ReadFile<z.output<S>> {
  const lines = new LineCounter()
  const parsed = parseAllDocuments(text, { lineCounter: lines, uniqueKeys: true, version: '1.2' })
  const placeAt = (offset: number): FilePlace => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(1, line), column: Math.max(1, col) }
  }
  const documents: ReadDocument<z.output<S>>[] = []
  const problems: FileProblem[] = []
  for (const document of Array.isArray(parsed) ? parsed : []) {
    if (document.errors.length > 0) {
      const found = document.errors.map(({ message, pos: [start] }) => ({
        ...placeAt(start),
        message: firstLine(message),
      }))
      problems.push(...found)
      continue
    }
    const placeOf = (path: Path): FilePlace => placeAt(findOffset(document, path))
    const result = read(document, schema)
    if ('problem' in result) problems.push({ ...placeOf([]), message: result.problem })
    else if (result.success) documents.push({ content: result.data, placeOf })
    else problems.push(...result.error.issues.flatMap((issue) => toProblems(issue, placeOf)))
  }
  return { documents, problems }
}

function read<S extends z.ZodType>(
  document: Document,
  schema: S,
): z.ZodSafeParseResult<z.output<S>> | { problem: string } {
  try {
    // A file of comments alone describes nothing.
    return schema.safeParse(document.toJS({ maxAliasCount: MOST_ALIASES }) ?? {})
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

const inEnglish = sentencesIn('en')

/** An issue of a schema as problems in a file: unknown keys are each where they are. */
export function toProblems(issue: z.core.$ZodIssue, placeOf: (path: Path) => FilePlace): FileProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      ...placeOf([...issue.path, key]),
      message: `${[...issue.path.map(String), key].join('.')}: there is no such key.`,
    }))
  }
  const inner = innermost(issue)
  const path = inner.path.map(String).join('.')
  const message = inEnglish(inner.message)
  return [{ ...placeOf(inner.path), message: path === '' ? message : `${path}: ${message}` }]
}

/** For a choice between shapes, finds what is wrong with the one that comes nearest. */
function innermost(issue: z.core.$ZodIssue): { path: Path; message: string } {
  if (issue.code !== 'invalid_union') return issue
  const branches = issue.errors.flatMap(([first]) => (first === undefined ? [] : [innermost(first)]))
  const [deepest] = branches.toSorted((one, other) => other.path.length - one.path.length)
  if (deepest === undefined || deepest.path.length === 0) return issue
  return { path: [...issue.path, ...deepest.path], message: deepest.message }
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '')
}

/** The offset of the key at a path, or of an item; where the path leads nowhere, of the last thing on it. */
function findOffset({ contents }: Document, path: Path): number {
  let node: unknown = contents
  let offset = isNode(contents) ? (contents.range?.[0] ?? 0) : 0
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part))
      if (!isPair(pair)) return offset
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(part)]
      if (!isNode(node)) return offset
      offset = node.range?.[0] ?? offset
    } else return offset
  }
  return offset
}
