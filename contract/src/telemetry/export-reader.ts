export interface ExportedRow {
  /** `messageUTC`, as the export writes it. */
  readonly at: string
  /** One a field, as text; empty where there is no number. */
  readonly values: readonly string[]
}

/** Reads an export row by row without holding all of it. */
export interface ExportReader {
  /** Resolves when a row is available; undefined when one is. */
  ready: () => Promise<void> | undefined
  /** The current row; undefined at the end. */
  row: () => ExportedRow | undefined
  advance: () => void
}

/** A part of an export, and how much later its rows are written. */
export interface ExportPart {
  readonly pieces: AsyncIterable<string>
  readonly byMs: number
}

/** Reads the parts of an export one after the other, each moved in time. */
export function createPartsReader(parts: readonly ExportPart[], fields: readonly string[]): ExportReader {
  const readers = parts.map(({ pieces, byMs }) => ({ reader: createExportReader(pieces, fields), byMs }))
  let place = 0
  let current: ExportedRow | undefined

  function read(): ExportedRow | undefined {
    const { reader, byMs } = readers[place] ?? {}
    const row = reader?.row()
    if (row === undefined || byMs === undefined) return undefined
    return { ...row, at: new Date(Date.parse(row.at) + byMs).toISOString() }
  }

  async function fill(): Promise<void> {
    for (; place < readers.length; place += 1) {
      await readers[place]?.reader.ready()
      current = read()
      if (current !== undefined) return
    }
  }

  return {
    ready: () => (current === undefined ? fill() : undefined),
    row: () => current,
    advance: () => {
      readers[place]?.reader.advance()
      current = read()
    },
  }
}

/** Reads these columns of the export of a source; a missing one is empty. */
export function createExportReader(pieces: AsyncIterable<string>, fields: readonly string[]): ExportReader {
  const texts = pieces[Symbol.asyncIterator]()
  let places: readonly number[] | undefined
  let rows: ExportedRow[] = []
  let next = 0
  let rest = ''
  let ended = false

  function read(line: string): void {
    const values = cells(line)
    if (places === undefined) places = fields.map((field) => values.indexOf(field))
    else rows.push({ at: values[0] ?? '', values: places.map((place) => numberText(values[place])) })
  }

  async function fill(): Promise<void> {
    rows = []
    next = 0
    while (rows.length === 0 && !ended) {
      const step = await texts.next()
      ended = step.done === true
      const { lines, remainder } = splitLines(step.done === true ? rest : rest + step.value, { ended })
      rest = remainder
      for (const line of lines) read(line)
    }
  }

  return {
    ready: () => (next < rows.length || (ended && rest === '') ? undefined : fill()),
    row: () => rows[next],
    advance: () => {
      next += 1
    },
  }
}

/** The complete lines of a text, and the rest. A quoted line break belongs to its cell. */
function splitLines(text: string, { ended }: { ended: boolean }): { lines: string[]; remainder: string } {
  const pieces = text.split('\r\n')
  const last = ended ? '' : (pieces.pop() ?? '')
  const lines: string[] = []
  let open = ''
  for (const piece of pieces) {
    const line = open === '' ? piece : `${open}\r\n${piece}`
    open = isOpen(line) ? line : ''
    if (open === '' && line !== '') lines.push(line)
  }
  return { lines, remainder: open === '' ? last : `${open}\r\n${last}` }
}

function isOpen(line: string): boolean {
  return line.includes('"') && line.split('"').length % 2 === 0
}

function cells(line: string): string[] {
  if (!line.includes('"')) return line.split(',')
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
}

/** The number that is drawn for a value: numbers as written, and booleans as 0 and 1. */
function numberText(text: string | undefined): string {
  if (text === undefined || text === '') return ''
  if (text === 'true') return '1'
  if (text === 'false') return '0'
  return Number.isNaN(Number(text)) ? '' : text
}
