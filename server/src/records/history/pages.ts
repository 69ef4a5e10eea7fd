import type { BlockReference } from './block-reference.ts'

/** Objects are read in pages of this size: the blocks of a chunk lie beside each other, and chunks of a source too. */
export const PAGE_BYTES = 2 ** 18

export interface Page {
  readonly object: number
  readonly page: number
}

/** Pages beside each other. */
interface PageRun {
  readonly object: number
  readonly first: number
  readonly count: number
}

export function pageName({ object, page }: Page): string {
  return `${object}/${page}`
}

/** The pages in which a block lies. */
export function pagesOf({ object, offset, length }: BlockReference): Page[] {
  const first = Math.floor(offset / PAGE_BYTES)
  const last = Math.floor((offset + Math.max(1, length) - 1) / PAGE_BYTES)
  return Array.from({ length: last - first + 1 }, (_, index) => ({ object, page: first + index }))
}

/** Pages as few requests; behind each run so many more are read. */
export function runsOf(pages: readonly Page[], ahead: number): PageRun[] {
  const sorted = pages.toSorted((one, other) => one.object - other.object || one.page - other.page)
  const runs: { object: number; first: number; count: number }[] = []
  for (const { object, page } of sorted) {
    const last = runs.at(-1)
    if (last === undefined || last.object !== object || page > last.first + last.count + ahead) {
      runs.push({ object, first: page, count: 1 })
    } else last.count = Math.max(last.count, page - last.first + 1)
  }
  return runs.map((run) => ({ ...run, count: run.count + ahead }))
}

/** Undefined unless all of its pages are there. */
export function assembleBlock(
  reference: BlockReference,
  pageOf: (name: string) => Buffer | undefined,
): Buffer | undefined {
  const parts: Buffer[] = []
  for (const page of pagesOf(reference)) {
    const bytes = pageOf(pageName(page))
    if (bytes === undefined) return undefined
    const start = reference.offset - page.page * PAGE_BYTES
    parts.push(bytes.subarray(Math.max(0, start), Math.max(0, start + reference.length)))
  }
  const block = Buffer.concat(parts)
  return block.length === reference.length ? block : undefined
}
