import { setImmediate } from 'node:timers/promises'

/** Items that are written in one turn of the event loop. */
const ITEMS_A_TURN = 1_000

const BEGINNING = Buffer.from('{"status":"success","details":[')
const COMMA = Buffer.from(',')
const END = Buffer.from(']}')

/** Items of a list as JSON, without the brackets around them. */
export function writeJsonItems(items: readonly unknown[]): Buffer {
  return Buffer.from(JSON.stringify(items).slice(1, -1))
}

/** As `writeJsonItems`, and others have their turn in the meantime. */
export async function writeJsonItemsInBatches<Item>(
  items: readonly Item[],
  shown: (item: Item) => unknown = (item) => item,
): Promise<Buffer> {
  const written: Buffer[] = []
  for (let from = 0; from < items.length; from += ITEMS_A_TURN) {
    written.push(writeJsonItems(items.slice(from, from + ITEMS_A_TURN).map(shown)))
    await setImmediate()
  }
  return joinItems(written)
}

/** The body of a reply with a list, out of its items. */
export function writeJsonList(items: readonly Buffer[]): Buffer {
  return Buffer.concat([BEGINNING, joinItems(items), END])
}

/** As `writeJsonList`, page by page as they are made. */
export async function* streamJsonList(pages: AsyncIterable<Buffer>, onEmpty: () => void): AsyncGenerator<Buffer> {
  let isEmpty = true
  for await (const page of pages) {
    yield Buffer.concat([isEmpty ? BEGINNING : COMMA, page])
    isEmpty = false
  }
  if (isEmpty) onEmpty()
  yield isEmpty ? Buffer.concat([BEGINNING, END]) : END
}

function joinItems(parts: readonly Buffer[]): Buffer {
  return Buffer.concat(parts.flatMap((part, place) => (place === 0 ? [part] : [COMMA, part])))
}
